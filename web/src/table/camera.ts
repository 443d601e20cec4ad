// Pan, zoom and pinch. While a finger or the mouse moves the table it is a picture that the browser only shifts; it is
// inked anew, sharp, when it comes to rest.

import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Point } from "../lib/protocol";

export interface Eye {
  x: number;
  y: number;
  k: number; // pixels to the table's unit
}

interface Options {
  svg: SVGSVGElement;
  world: SVGGElement;
  size: () => Point;
  inch: () => number;
  changed: (eye: Eye) => void; // scale or size have changed
  grabs: (target: Element) => boolean; // is this something that is dragged itself?
}

const MARGIN = 26; // pixels round a table that fits
const TOOLS = 62; // pixels for the buttons: at the right, or, where the page is narrow, at the top
const NARROW = 640;
const REST = 160; // ms without movement until it is inked anew
const CLOSEST = 90; // pixels to the inch

export class Camera {
  #zoom: ZoomBehavior<SVGSVGElement, unknown>;
  #svg: Selection<SVGSVGElement, unknown, null, undefined>;
  #eye: Eye = { x: 0, y: 0, k: 1 };
  #rest: ReturnType<typeof setTimeout> | undefined;
  #watch: ResizeObserver;
  #touched = false; // has the person chosen a view?

  constructor(readonly options: Options) {
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .filter((event: Event) => this.#mayMove(event))
      .clickDistance(6)
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
        if (event.sourceEvent) this.#touched = true;
        this.#show(event.transform);
      });
    this.#svg = select(options.svg).call(this.#zoom).on("dblclick.zoom", null);
    this.#watch = new ResizeObserver(() => this.#resized());
    this.#watch.observe(options.svg);
  }

  get eye(): Eye {
    return this.#eye;
  }

  close(): void {
    this.#watch.disconnect();
    clearTimeout(this.#rest);
    this.#svg.on(".zoom", null);
  }

  /** The whole table. */
  fit(): void {
    const { clientWidth: wide, clientHeight: high } = this.options.svg;
    if (!wide || !high) return;
    const [w, d] = this.options.size();
    const k = this.#fitting();
    this.#touched = false;
    const { right, top } = this.#room();
    const x = Math.min((wide - w * k) / 2, wide - right - w * k);
    const y = Math.max((high - d * k) / 2, top);
    this.#svg.call(this.#zoom.transform, zoomIdentity.translate(x, y).scale(k));
  }

  by(factor: number): void {
    this.#touched = true;
    this.#svg.call(this.#zoom.scaleBy, factor);
  }

  pan(dx: number, dy: number): void {
    this.#touched = true;
    this.#svg.call(this.#zoom.translateBy, dx / this.#eye.k, dy / this.#eye.k);
  }

  /** Bring a point (in SVG's sense) into sight, if it is not. */
  reveal(x: number, y: number): void {
    const { clientWidth: wide, clientHeight: high } = this.options.svg;
    const px = this.#eye.x + x * this.#eye.k;
    const py = this.#eye.y + y * this.#eye.k;
    if (px > MARGIN && px < wide - MARGIN && py > MARGIN && py < high - MARGIN) return;
    this.#svg.call(this.#zoom.translateTo, x, y);
  }

  /** Where on the table (north up) a pointer is. */
  point(event: { clientX: number; clientY: number }): Point {
    const box = this.options.svg.getBoundingClientRect();
    const x = (event.clientX - box.left - this.#eye.x) / this.#eye.k;
    const y = (event.clientY - box.top - this.#eye.y) / this.#eye.k;
    return [x, this.options.size()[1] - y];
  }

  #fitting(): number {
    const { clientWidth: wide, clientHeight: high } = this.options.svg;
    const [w, d] = this.options.size();
    const { right, top } = this.#room();
    return Math.max(0.1, Math.min((wide - MARGIN - right) / w, (high - MARGIN - top) / d));
  }

  #room(): { right: number; top: number } {
    return this.options.svg.clientWidth < NARROW ? { right: MARGIN / 2, top: TOOLS } : { right: TOOLS, top: MARGIN };
  }

  #resized(): void {
    const { clientWidth: wide, clientHeight: high } = this.options.svg;
    const [w, d] = this.options.size();
    const k = this.#fitting();
    this.#zoom.scaleExtent([k * 0.7, Math.max(k * 4, CLOSEST / this.options.inch())]);
    const slack = 0.35 * Math.max(wide, high);
    this.#zoom.translateExtent([
      [-slack / k, -slack / k],
      [w + slack / k, d + slack / k],
    ]);
    if (!this.#touched) this.fit();
  }

  #mayMove(event: Event): boolean {
    const mouse = event as MouseEvent;
    if (event.type === "wheel") return true;
    if (mouse.button) return false;
    return !(event.target instanceof Element && this.options.grabs(event.target));
  }

  #show({ x, y, k }: ZoomTransform): void {
    const scaled = k !== this.#eye.k;
    this.#eye = { x, y, k };
    const { world, svg } = this.options;
    world.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    svg.classList.add("moving");
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => svg.classList.remove("moving"), REST);
    if (scaled) this.options.changed(this.#eye);
  }
}
