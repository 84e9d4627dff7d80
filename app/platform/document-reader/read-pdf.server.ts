/** PDF, with pdf.js, which runs nothing that is in it. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';
import { MIME_TYPES, type ReadDocument } from './document-facts.ts';
import {
  BROKEN,
  DocumentError,
  ENCRYPTED,
  MAX_PAGES,
  PDF_SCRIPT,
  TOO_MANY_PAGES,
} from './document-limits.ts';
import { listProblems } from './document-problems.ts';
import { listPdfPictures } from './pdf-pictures.ts';
import { countLetters, languageOf, TextCollector, titleOf } from './text-collector.ts';

/** Pages with fewer letters have at most the stamp or the number that a scanner adds. */
const FEW_LETTERS = 20;
/** Of the structure, this many pages are enough to judge a document by. */
const PAGES_OF_STRUCTURE = 50;

/**
 * The words of a PDF by page. After `readMs` no further page is read. Throws DocumentError for one that is damaged or
 * encrypted, has too many pages, or a script of its own.
 */
export async function readPdf(bytes: Buffer, { readMs }: { readMs: number }): Promise<ReadDocument> {
  const until = performance.now() + readMs;
  const pictures = listPdfPictures(bytes);
  const pdf = await open(bytes);
  const { info, metadata } = await pdf.getMetadata();
  const facts = info as Record<string, unknown>;
  if (typeof facts.EncryptFilterName === 'string') throw new DocumentError(ENCRYPTED);
  if (pdf.numPages > MAX_PAGES) throw new DocumentError(TOO_MANY_PAGES);
  if (await pdf.getJSActions()) throw new DocumentError(PDF_SCRIPT);
  const marked = (await pdf.getMarkInfo().catch(() => null))?.Marked === true;
  const collector = new TextCollector();
  const structure: Structure = { elements: 0, figures: 0, figuresWithoutAlt: 0, tablesWithoutHeaders: 0 };
  const pagesWithoutText: number[] = [];
  let letters = 0;
  let read = 0;
  for (; read < pdf.numPages && !collector.isFull && performance.now() < until; read++) {
    const page = await pdf.getPage(read + 1);
    const count = await readPage(page, collector);
    letters += count;
    if (count < FEW_LETTERS) pagesWithoutText.push(read + 1);
    if (marked && read < PAGES_OF_STRUCTURE)
      countStructure((await page.getStructTree()) as StructNode | null, structure);
    page.cleanup();
    collector.turn();
  }
  const isTagged = marked && structure.elements > 0;
  const isScan = letters === 0 || (pictures.large > 0 && pagesWithoutText.length === read);
  const title = titleOf(metadata?.get('dc:title')) ?? titleOf(facts.Title);
  const language = languageOf(facts.Language);
  const described = isTagged && structure.figures > 0 && structure.figuresWithoutAlt === 0;
  const problems = listProblems({
    type: 'pdf',
    title,
    language,
    hasText: !isScan,
    isTagged,
    pagesWithoutText: pictures.large > 0 ? pagesWithoutText : [],
    suspectPictures: described ? 0 : pictures.drawn,
    picturesWithoutAlt: structure.figuresWithoutAlt,
    tablesWithoutHeaders: structure.tablesWithoutHeaders,
    cutAfter: read < pdf.numPages ? `page ${read}` : undefined,
  });
  return {
    type: 'pdf',
    mimeType: MIME_TYPES.pdf,
    pages: pdf.numPages,
    title,
    language,
    text: isScan ? 'no' : 'yes',
    tagged: isTagged ? 'yes' : 'no',
    problems,
    parts: collector.end({ hasPages: true }),
  };
}

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      useWasm: false,
      isImageDecoderSupported: false,
      isOffscreenCanvasSupported: false,
    }).promise;
  } catch (error) {
    throw new DocumentError((error as Error).name === 'PasswordException' ? ENCRYPTED : BROKEN);
  }
}

/** Returns how many letters the page has, of which a few are counted. */
async function readPage(page: PDFPageProxy, collector: TextCollector): Promise<number> {
  let letters = 0;
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done || collector.isFull) break;
    const text = (value.items as { str: string; hasEOL: boolean }[])
      .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join('');
    collector.add(text);
    if (letters < FEW_LETTERS) letters += countLetters(text, FEW_LETTERS);
  }
  await reader.cancel(new Error('The rest is not needed.')).catch(() => undefined);
  return letters;
}

type Structure = {
  elements: number;
  figures: number;
  figuresWithoutAlt: number;
  tablesWithoutHeaders: number;
};

type StructNode = { role?: string; alt?: string; children?: StructNode[] };

/** pdf.js bounds the depth. */
function countStructure(node: StructNode | null, structure: Structure): void {
  for (const child of node?.children ?? []) {
    if (!child.role) continue;
    structure.elements++;
    if (child.role === 'Figure') {
      structure.figures++;
      if (!child.alt?.trim()) structure.figuresWithoutAlt++;
    }
    if (child.role === 'Table' && !hasRole(child, 'TH')) structure.tablesWithoutHeaders++;
    countStructure(child, structure);
  }
}

function hasRole(node: StructNode, role: string): boolean {
  return (node.children ?? []).some((child) => child.role === role || hasRole(child, role));
}
