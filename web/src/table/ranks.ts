// Many figures on one base: where each of them stands, in ranks, the front one full.

export interface Post {
  x: number; // from the middle of the base, front to the top
  y: number;
}

export interface Ranks {
  posts: Post[];
  size: number; // how wide a figure is drawn
}

const SMALLEST = 0.3; // inches: smaller ones cannot be told apart, so fewer are drawn

/** `shape` is how deep a figure is for its width. Figures are as large as their number allows. */
export function ranked(count: number, wide: number, deep: number, shape: number, inch: number, loose = false): Ranks {
  const room = Math.max(1, Math.floor((wide * deep) / ((SMALLEST * inch) ** 2 * shape)));
  const all = Math.max(1, Math.min(count, room));
  let [files, size] = [1, 0];
  for (let tried = 1; tried <= all; tried++) {
    const ranks = Math.ceil(all / tried);
    const fits = Math.min(wide / tried, deep / ranks / shape);
    const fuller = Math.min(tried, ranks) > Math.min(files, Math.ceil(all / files)); // two ranks rather than one
    if (fits > size + 1e-9 || (fits > size - 1e-9 && fuller)) [files, size] = [tried, fits];
  }
  const ranks = Math.ceil(all / files);
  const posts = Array.from({ length: all }, (_, i): Post => {
    const rank = Math.floor(i / files);
    const inRank = Math.min(files, all - rank * files);
    const stagger = loose && ranks === 1 ? (i % 2 ? 0.12 : -0.12) * deep : 0;
    return {
      x: ((i % files) + 0.5 - inRank / 2) * (wide / files),
      y: (rank + 0.5 - ranks / 2) * (deep / ranks) + stagger,
    };
  });
  return { posts, size: size * (loose ? 0.74 : 0.96) };
}

/** The sign of an arm on a map, corner to corner: foot crossed, horse barred, guns a dot. Others have none. */
export function blockOf(shape: string, wide: number, deep: number): string {
  const [w, d] = [wide / 2, deep / 2];
  if (shape === "horse" || shape === "lancer") return `M${-w} ${d}L${w} ${-d}`;
  if (shape === "foot") return `M${-w} ${d}L${w} ${-d}M${-w} ${-d}L${w} ${d}`;
  if (shape !== "gun" && shape !== "gatling" && shape !== "limber") return "";
  const r = Math.min(w, d) * 0.45;
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
