export interface Served {
  data: string;
  ended: Promise<unknown>;
  stop(keep?: boolean): Promise<void>;
}
export function serve(port: number, data?: string, says?: "inherit" | "ignore"): Served;

export function told(...words: string[]): unknown;
