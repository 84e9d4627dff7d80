/** A sheet of paper and its margins, in points of 1/72 inch. */
export type Paper = { width: number; height: number; marginX: number; marginY: number };

export const MM = 72 / 25.4;

export const papers = {
  letter: { width: 612, height: 792, marginX: 12 * MM, marginY: 10 * MM },
  a4: { width: 595.28, height: 841.89, marginX: 12 * MM, marginY: 11 * MM },
} as const satisfies Record<string, Paper>;

export type PaperSize = keyof typeof papers;

/** Letter unless the address says `?size=a4`. */
export function readPaperSize(query: URLSearchParams): PaperSize {
  return query.get('size')?.toLowerCase() === 'a4' ? 'a4' : 'letter';
}
