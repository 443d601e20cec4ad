// On what people print: A4, but Letter in and round North America.

export type Paper = "a4" | "letter";

const LETTER = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "DO", "GT", "PA", "PR", "SV"]);

export function paperOf(language: string): Paper {
  try {
    return LETTER.has(new Intl.Locale(language).maximize().region ?? "") ? "letter" : "a4";
  } catch {
    return "a4"; // a browser may say anything, or nothing
  }
}
