import type PDFDocument from 'pdfkit';
import type { Fonts } from './paper-fonts.server.ts';
import type { Style } from './typesetting.ts';

type Document = InstanceType<typeof PDFDocument>;

/** A pen for a PDF; `end` it after the last line. */
export function openPen(doc: Document, { measure, runsOf }: Fonts): Pen & { end: () => void } {
  const root = doc.struct('Document');
  doc.addStructure(root);

  function tagged(role: string, options: { alt?: string }, draw: () => void): void {
    root.add(doc.struct(role, options, draw));
  }

  function untagged(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
  }

  function line(text: string, style: Style, x: number, y: number): void {
    let at = x;
    for (const run of runsOf(text, style.face)) {
      doc.font(run.font).fontSize(style.size).fillColor('#000');
      doc.text(run.text, at, y + baselineOf(style), { lineBreak: false, baseline: 'alphabetic' });
      at += measure(run.text, style.face, style.size);
    }
  }

  return {
    lines(role, lines, { x, y, style }) {
      if (lines.length > 0)
        tagged(role, {}, () => {
          for (const [at, text] of lines.entries()) line(text, style, x, y + at * style.leading);
        });
      return y + lines.length * style.leading;
    },
    pieces(role, pieces) {
      tagged(role, {}, () => {
        for (const { text, style, x, y } of pieces) line(text, style, x, y);
      });
    },
    rule: (x, y, width, thickness, color = '#000') =>
      untagged(() => doc.rect(x, y, width, thickness).fill(color)),
    box: (x, y, side) =>
      untagged(() =>
        doc
          .lineWidth(0.75)
          .rect(x + 0.4, y + 0.4, side - 0.8, side - 0.8)
          .stroke('#000'),
      ),
    image: (bytes, alt, { x, y, width, height }) =>
      tagged('Figure', { alt }, () => doc.image(bytes, x, y, { width, height })),
    path: (path, alt, { x, y, scale }) =>
      tagged('Figure', { alt }, () =>
        doc.save().translate(x, y).scale(scale).path(path).fill('#000').restore(),
      ),
    end: () => root.end(),
  };
}

/** Where letters stand in a line: browsers center their height in it, which is about the same for both fonts. */
function baselineOf({ face, size, leading }: Style): number {
  const [ascent, descent] = face.startsWith('serif') ? [0.735, 0.265] : [0.95, 0.225];
  return (leading - (ascent + descent) * size) / 2 + ascent * size;
}

type Piece = { text: string; style: Style; x: number; y: number };

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
