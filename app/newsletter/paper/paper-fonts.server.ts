/** The site's own fonts in a PDF, so that a sheet looks the same on every machine. */
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import type { Face, Measure } from './typesetting.ts';

type Document = InstanceType<typeof PDFDocument>;

const { resolve: findPackageFile } = createRequire(import.meta.url);

const files: Record<Face, [start: string, end: string]> = {
  serif: ['@fontsource/newsreader/files/newsreader', '400-normal'],
  'serif-italic': ['@fontsource/newsreader/files/newsreader', '400-italic'],
  'serif-bold': ['@fontsource/newsreader/files/newsreader', '600-normal'],
  sans: ['@fontsource/public-sans/files/public-sans', '400-normal'],
  'sans-bold': ['@fontsource/public-sans/files/public-sans', '700-normal'],
};

/** The files of a font, by what they contain; the first one with a character draws it. */
const parts = ['latin', 'latin-ext', 'vietnamese'] as const;

type Part = (typeof parts)[number];

/** A part of a line that one file draws. */
type Run = { font: string; text: string };

export type Fonts = {
  measure: Measure;
  /** The line in runs. Characters that the fonts lack are shown as question marks, symbols are left out. */
  runsOf: (text: string, face: Face) => Run[];
};

const MOST_WIDTHS = 20_000;

/** The fonts, for measuring and drawing in this document. */
export function openFonts(doc: Document): Fonts {
  for (const [face, [start, end]] of Object.entries(files))
    for (const part of parts)
      doc.registerFont(`${face}/${part}`, findPackageFile(`${start}-${part}-${end}.woff`));
  const widths = new Map<string, number>();
  const found = new Map<string, Part | undefined>();

  function partOf(character: string, face: Face): Part | undefined {
    const key = `${face}${character}`;
    if (!found.has(key)) found.set(key, findPart(doc, character, face));
    return found.get(key);
  }

  function runsOf(text: string, face: Face): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const part = partOf(character, face);
      const shown = part ? character : /[\p{S}\p{M}]/u.test(character) ? '' : '?';
      const font = `${face}/${part ?? 'latin'}`;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else if (shown) runs.push({ font, text: shown });
    }
    return runs;
  }

  function measureAt1000(text: string, face: Face): number {
    const known = widths.get(face + text);
    if (known !== undefined) return known;
    const width = runsOf(text, face).reduce(
      (sum, run) => sum + doc.font(run.font).fontSize(1000).widthOfString(run.text),
      0,
    );
    if (widths.size >= MOST_WIDTHS) widths.clear();
    widths.set(face + text, width);
    return width;
  }

  return { measure: (text, face, size) => (measureAt1000(text, face) * size) / 1000, runsOf };
}

function findPart(doc: Document, character: string, face: Face): Part | undefined {
  const code = character.codePointAt(0) ?? 0;
  return parts.find((part) => hasGlyph(doc.font(`${face}/${part}`), code));
}

/** pdfkit has no public way to ask which characters a font has. */
function hasGlyph(doc: Document, code: number): boolean {
  const { _font } = doc as unknown as {
    _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } };
  };
  return _font.font.hasGlyphForCodePoint(code);
}
