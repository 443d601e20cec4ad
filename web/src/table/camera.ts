// Pan, zoom and pinch. While a finger or the mouse moves the table it is a picture that the browser only shifts and scales;
// it is inked anew, sharp, when it comes to rest, or when it has become much larger or smaller than it was inked. So that it
// is the browser's compositor that does it, all of the drawing is moved (`svg`) within what stands still (`lens`): what moves
// within a drawing is drawn again.

import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Point } from "../lib/protocol";

export interface Eye {
  x: number;
  y: number;
  k: number; // pixels to the table's unit
}

interface Options {
  lens: HTMLElement; // hands are upon this
  svg: SVGSVGElement; // the drawing
  world: SVGGElement;
  size: () => Point;
  inch: () => number;
  covered: () => number; // pixels at the bottom that something lies upon
  changed: (eye: Eye) => void; // it is to be inked anew
  grabs: (target: Element) => boolean; // is this something that is dragged itself?
}

const MARGIN = 26; // pixels round a table that fits
const EDGE = 20; // pixels round what has been brought into sight
const TOOLS = 62; // pixels for the buttons: at the right, or, where the page is narrow, at the top
const NARROW = 640;
const CLOSEST = 90; // pixels to the inch
const NEAR = 9; // pixels to the inch at which a unit is more than a speck
const STALE = 2; // times larger or smaller than it was inked, at which a picture is inked anew while it moves
const SLACK = 0.6; // of the picture, that the table may be pushed out of it

/** A part of the table, as SVG has it: y grows to the south. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export class Camera {
  #zoom: ZoomBehavior<HTMLElement, unknown>;
  #lens: Selection<HTMLElement, unknown, null, undefined>;
  #eye: Eye = { x: 0, y: 0, k: 1 };
  #inked: Eye | null = null; // as it was when it was inked
  #moving = false; // by hand
  #watch: ResizeObserver;
  #touched = false; // has the person chosen a view?
  #wanted: Box | null = null; // what was brought into sight last, and stays there when the picture changes its size

  constructor(readonly options: Options) {
    this.#zoom = zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.#mayMove(event))
      .clickDistance(6)
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.#taken();
        this.#show(event.transform, Boolean(event.sourceEvent));
      })
      .on("end", () => this.#rest());
    this.#lens = select(options.lens).call(this.#zoom).on("dblclick.zoom", null);
    this.#watch = new ResizeObserver(() => this.#resized());
    this.#watch.observe(options.lens);
  }

  get eye(): Eye {
    return this.#eye;
  }

  close(): void {
    this.#watch.disconnect();
    this.#lens.on(".zoom", null);
  }

  /** The whole table. */
  fit(): void {
    this.#wanted = null;
    this.#fit();
  }

  #fit(): void {
    const { clientWidth: wide, clientHeight: high } = this.options.lens;
    if (!wide || !high) return;
    const [w, d] = this.options.size();
    const k = this.#fitting();
    this.#touched = false;
    const { right, top } = this.#room();
    const x = Math.min((wide - w * k) / 2, wide - right - w * k);
    const y = Math.max((high - d * k) / 2, top);
    this.#lens.call(this.#zoom.transform, zoomIdentity.translate(x, y).scale(k));
  }

  by(factor: number): void {
    this.#taken();
    this.#lens.call(this.#zoom.scaleBy, factor);
  }

  pan(dx: number, dy: number): void {
    this.#taken();
    this.#lens.call(this.#zoom.translateBy, dx / this.#eye.k, dy / this.#eye.k);
  }

  /**
   * Bring a part of the table into sight, if it is not. On a telephone it is also brought near enough to be made out.
   * `whole`: only if all of it fits, and no farther than needed.
   */
  reveal(wanted: Box, whole = false): void {
    const sight = this.#sight();
    const { k: now } = this.#eye;
    if (whole && ((wanted.x1 - wanted.x0) * now > sight.x1 - sight.x0 || (wanted.y1 - wanted.y0) * now > sight.y1 - sight.y0)) return;
    this.#wanted = wanted;
    const { clientWidth: wide } = this.options.lens;
    const near = wide < NARROW ? NEAR / this.options.inch() : 0;
    if (this.#eye.k < near && !this.#touched) this.#lens.call(this.#zoom.scaleTo, near);
    const { x, y, k } = this.#eye;
    const box = { x0: x + wanted.x0 * k, x1: x + wanted.x1 * k, y0: y + wanted.y0 * k, y1: y + wanted.y1 * k };
    if (box.x0 >= sight.x0 && box.x1 <= sight.x1 && box.y0 >= sight.y0 && box.y1 <= sight.y1) return;
    if (whole) {
      const dx = box.x0 < sight.x0 ? sight.x0 - box.x0 : Math.min(0, sight.x1 - box.x1);
      const dy = box.y0 < sight.y0 ? sight.y0 - box.y0 : Math.min(0, sight.y1 - box.y1);
      this.#lens.call(this.#zoom.translateBy, dx / k, dy / k);
      return;
    }
    const middle: Point = [(sight.x0 + sight.x1) / 2, (sight.y0 + sight.y1) / 2];
    this.#lens.call(this.#zoom.translateTo, (wanted.x0 + wanted.x1) / 2, (wanted.y0 + wanted.y1) / 2, middle);
  }

  /** Whatever lay upon the table has changed. */
  again(): void {
    if (this.#wanted) this.reveal(this.#wanted);
  }

  /** The part of the picture that nothing lies upon. */
  #sight(): Box {
    const { clientWidth: wide, clientHeight: high } = this.options.lens;
    const { right, top } = this.#room();
    return { x0: EDGE, x1: wide - Math.max(EDGE, right - EDGE), y0: Math.max(EDGE, top - EDGE), y1: high - this.options.covered() - EDGE };
  }

  /** Where on the table (north up) a pointer is. */
  point(event: { clientX: number; clientY: number }): Point {
    const box = this.options.lens.getBoundingClientRect();
    const x = (event.clientX - box.left - this.#eye.x) / this.#eye.k;
    const y = (event.clientY - box.top - this.#eye.y) / this.#eye.k;
    return [x, this.options.size()[1] - y];
  }

  #fitting(): number {
    const { clientWidth: wide, clientHeight: high } = this.options.lens;
    const [w, d] = this.options.size();
    const { right, top } = this.#room();
    return Math.max(0.1, Math.min((wide - MARGIN - right) / w, (high - MARGIN - top) / d));
  }

  #room(): { right: number; top: number } {
    return this.options.lens.clientWidth < NARROW ? { right: MARGIN / 2, top: TOOLS } : { right: TOOLS, top: MARGIN };
  }

  #resized(): void {
    const { clientWidth: wide, clientHeight: high } = this.options.lens;
    const [w, d] = this.options.size();
    const k = this.#fitting();
    this.#zoom.scaleExtent([k * 0.7, Math.max(k * 4, CLOSEST / this.options.inch())]);
    const slack = SLACK * Math.max(wide, high);
    this.#zoom.translateExtent([
      [-slack / k, -slack / k],
      [w + slack / k, d + slack / k],
    ]);
    if (!this.#touched) this.#fit();
    this.again();
  }

  /** The person has chosen what is in sight. */
  #taken(): void {
    this.#touched = true;
    this.#wanted = null;
  }

  #mayMove(event: Event): boolean {
    const mouse = event as MouseEvent;
    if (event.type === "wheel") return true;
    if (mouse.button) return false;
    return !(event.target instanceof Element && this.options.grabs(event.target));
  }

  #show({ x, y, k }: ZoomTransform, byHand: boolean): void {
    this.#eye = { x, y, k };
    this.#moving = byHand;
    this.options.lens.classList.toggle("moving", byHand);
    if (!byHand || isStale(this.#inked, this.#eye)) this.#ink();
    else this.options.svg.style.transform = shifted(this.#inked ?? this.#eye, this.#eye);
  }

  /** The hand is off it. */
  #rest(): void {
    if (!this.#moving) return;
    this.#moving = false;
    this.options.lens.classList.remove("moving");
    this.#ink();
  }

  #ink(): void {
    const { x, y, k } = this.#eye;
    this.#inked = this.#eye;
    this.options.svg.style.transform = "";
    this.options.world.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    this.options.changed(this.#eye);
  }
}

/** How a picture that was inked so is moved, to be seen as it is now. */
export function shifted(inked: Eye, now: Eye): string {
  const scale = now.k / inked.k;
  return `translate(${now.x - scale * inked.x}px, ${now.y - scale * inked.y}px) scale(${scale})`;
}

/** Is a picture that was inked so too large or too small by now? */
export function isStale(inked: Eye | null, now: Eye): boolean {
  return !inked || now.k > inked.k * STALE || now.k * STALE < inked.k;
}
