import type { Style } from './typesetting.ts';

export type Piece = { text: string; style: Style; x: number; y: number };

/** Draws on the page, and tells assistive technology what each part is (PDF 1.7, section 14.8). */
export type Pen = {
  /** Lines below each other from `y` on; returns where the next line goes. `role` is the part's structure type. */
  lines: (role: string, lines: string[], place: { x: number; y: number; style: Style }) => number;
  /** Text in different styles, each piece on one line at its place. */
  pieces: (role: string, pieces: Piece[]) => void;
  /** A horizontal line of the thickness. */
  rule: (x: number, y: number, width: number, thickness: number, color?: string) => void;
  /** An empty box for a check mark. */
  box: (x: number, y: number, side: number) => void;
  image: (bytes: Buffer, alt: string, place: { x: number; y: number; width: number; height: number }) => void;
  path: (path: string, alt: string, place: { x: number; y: number; scale: number }) => void;
};
