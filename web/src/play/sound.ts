// A few dry sounds, made here and not fetched. Off unless somebody switches them on.

import type { Beat } from "../game/beats";

let context: AudioContext | undefined;

function noise(at: number, long: number, pitch: number, loud: number): void {
  if (!context) return;
  const samples = Math.ceil(context.sampleRate * long);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  const gain = new GainNode(context, { gain: loud });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + at);
}

/** What a beat sounds like: dice rattle, a line from one unit to another is a report, a move is a footfall. */
export function sounded(beat: Beat): void {
  context ??= new AudioContext();
  if (beat.roll) for (const i of beat.roll.faces.slice(0, 6).keys()) noise(i * 0.05, 0.06, 2600 - i * 150, 0.5);
  else if (beat.line) noise(0, 0.28, 320, 0.9);
  else if (beat.about.length) for (const i of [0, 1, 2]) noise(i * 0.14, 0.05, 180, 0.5);
}
