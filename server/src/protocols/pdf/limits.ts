/** What reading one PDF may take. A process that takes more is killed, and the file has no text. */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  pages: 30,
  characters: 20_000,
  /** Glyphs and boxes that are kept of a page to tell what can be seen. */
  glyphs: 100_000,
  boxes: 2_000,
  cpuSeconds: 10,
  /** A machine under load gives it less than a core. */
  wallMs: 60_000,
  heapMb: 256,
  residentBytes: 448 * 1024 * 1024,
}
