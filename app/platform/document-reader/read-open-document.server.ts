/** OpenDocument text, spreadsheets and presentations (.odt, .ods, .odp). */
import { type DocumentType, MIME_TYPES, type ReadDocument } from './document-facts.ts';
import { DocumentError, ENCRYPTED, MACROS, NOT_A_DOCUMENT, TEMPLATE } from './document-limits.ts';
import { listProblems } from './document-problems.ts';
import { readTexts } from './office-package.server.ts';
import { attributeOf, readXml } from './read-xml.server.ts';
import { languageOf, TextCollector, titleOf } from './text-collector.ts';
import type { ZipPackage } from './zip-package.server.ts';

const TYPES: Record<string, DocumentType> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

/** Shorter texts need no headings. */
const LONG_CHARACTERS = 3000;

/** Throws DocumentError for encrypted files, macros, templates and other kinds. */
export async function readOpenDocument(zip: ZipPackage): Promise<ReadDocument> {
  const type = await typeOf(zip);
  await refuseEncrypted(zip);
  // An empty library, which programs write without being asked, has only an index.
  if (
    zip.names.some((name) => /^(Basic\/.+\/(?!script-lb|dialog-lb)[^/]+\.xml|Scripts\/.*[^/])$/i.test(name))
  )
    throw new DocumentError(MACROS);
  const meta = await readMeta(zip);
  const collector = new TextCollector();
  const content = await readContent(zip, type, collector);
  const language = meta.language ?? (await readDefaultLanguage(zip));
  const { isFull, page } = collector;
  const pages = type === 'odt' ? meta.pages : content.pages;
  const hasPages = type !== 'odt' || (page > 1 && page === meta.pages);
  const parts = collector.end({ hasPages });
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const hasText = parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const isTagged = type !== 'odt' || content.headings > 0 || length < LONG_CHARACTERS;
  return {
    type,
    mimeType: MIME_TYPES[type],
    pages,
    title: meta.title,
    language,
    text: hasText ? 'yes' : 'no',
    tagged: type === 'ods' ? 'unknown' : isTagged ? 'yes' : 'no',
    problems: listProblems({
      type,
      title: meta.title,
      language,
      hasText,
      isTagged,
      tablePictures: content.embeddedTables,
      picturesWithoutAlt: content.withoutAlt,
      tablesWithoutHeaders: type === 'odt' ? content.withoutHeaders : 0,
      hiddenSheets: 0,
      cutAfter: isFull ? 'the first two million characters' : undefined,
    }),
    parts,
  };
}

async function typeOf(zip: ZipPackage): Promise<DocumentType> {
  let written = '';
  for await (const chunk of await zip.read('mimetype')) {
    written += (chunk as Buffer).toString('latin1');
    if (written.length > 200) break;
  }
  const type = TYPES[written.trim()];
  if (type) return type;
  throw new DocumentError(/opendocument\.\w+-template$/.test(written.trim()) ? TEMPLATE : NOT_A_DOCUMENT);
}

async function refuseEncrypted(zip: ZipPackage): Promise<void> {
  if (!zip.has('META-INF/manifest.xml')) return;
  let isEncrypted = false;
  await readXml(await zip.read('META-INF/manifest.xml'), {
    open(name) {
      if (name === 'encryption-data') isEncrypted = true;
    },
  });
  if (isEncrypted) throw new DocumentError(ENCRYPTED);
}

async function readMeta(
  zip: ZipPackage,
): Promise<{ title: string | null; language: string | null; pages: number | null }> {
  const { title, language } = await readTexts(zip, 'meta.xml', ['title', 'language']);
  let pages = 0;
  if (zip.has('meta.xml'))
    await readXml(await zip.read('meta.xml'), {
      open(name, attributes) {
        if (name === 'document-statistic') pages = Number(attributeOf(attributes, 'page-count')) || 0;
      },
    });
  return { title: titleOf(title), language: languageOf(language), pages: pages > 0 ? pages : null };
}

async function readDefaultLanguage(zip: ZipPackage): Promise<string | null> {
  let language: string | null = null;
  if (!zip.has('styles.xml')) return language;
  await readXml(await zip.read('styles.xml'), {
    open(name, attributes) {
      if (name !== 'text-properties') return;
      const [spoken, country] = [attributes['fo:language'], attributes['fo:country']];
      if (spoken && spoken !== 'none')
        language ??= languageOf(country && country !== 'none' ? `${spoken}-${country}` : spoken);
    },
    isDone: () => language !== null,
  });
  return language;
}

type Content = {
  pages: number;
  headings: number;
  withoutHeaders: number;
  withoutAlt: number;
  embeddedTables: number;
};

/** What readers don't see, or see as a remark. */
const SKIPPED = /^(tracked-changes|annotation|notes|scripts|forms)$/;

async function readContent(zip: ZipPackage, type: DocumentType, collector: TextCollector): Promise<Content> {
  const content = { pages: 0, headings: 0, withoutHeaders: 0, withoutAlt: 0, embeddedTables: 0 };
  let [paragraphs, skipped] = [0, 0];
  const tables: { hasHeader: boolean; rows: number }[] = [];
  const frames: { isPicture: boolean; hasAlt: boolean }[] = [];
  const page = type === 'ods' ? 'table' : type === 'odp' ? 'page' : undefined;
  await readXml(await zip.read('content.xml'), {
    open(name, attributes) {
      if (name === 'script') throw new DocumentError(MACROS);
      if (SKIPPED.test(name)) skipped++;
      if (skipped > 0) return;
      if (name === 'p' || name === 'h') paragraphs++;
      if (name === 'h') content.headings++;
      if (name === 's' || name === 'tab') collector.add(' ');
      else if (name === 'line-break') collector.add('\n');
      else if (name === 'soft-page-break' && type === 'odt') collector.turn();
      else if (name === page && tables.length === 0) {
        content.pages++;
        if (content.pages > 1) collector.turn(content.pages);
      }
      if (name === 'table') tables.push({ hasHeader: false, rows: 0 });
      else if (name === 'table-row') countRow(tables.at(-1));
      else if (name === 'table-header-rows') markHeader(tables.at(-1));
      else if (name === 'frame') frames.push({ isPicture: false, hasAlt: false });
      else if (name === 'image') markFrame(frames.at(-1), { isPicture: true });
      else if (name === 'title' || name === 'desc') markFrame(frames.at(-1), { hasAlt: true });
      else if (name === 'object' && /spreadsheet/.test(attributeOf(attributes, 'class-id') ?? ''))
        content.embeddedTables++;
    },
    close(name) {
      if (SKIPPED.test(name)) skipped--;
      if (skipped > 0) return;
      if (name === 'p' || name === 'h') {
        paragraphs--;
        collector.add(tables.length > 0 ? '\t' : '\n');
      } else if (name === 'table-row') collector.add('\n');
      else if (name === 'table') {
        const table = tables.pop();
        if (table && table.rows > 1 && !table.hasHeader) content.withoutHeaders++;
      } else if (name === 'frame') {
        const frame = frames.pop();
        if (frame?.isPicture && !frame.hasAlt) content.withoutAlt++;
      }
    },
    text(text) {
      if (paragraphs > 0 && skipped === 0) collector.add(text);
    },
    isDone: () => collector.isFull,
  });
  return content;
}

function countRow(table: { rows: number } | undefined): void {
  if (table) table.rows++;
}

function markHeader(table: { hasHeader: boolean } | undefined): void {
  if (table) table.hasHeader = true;
}

function markFrame(
  frame: { isPicture: boolean; hasAlt: boolean } | undefined,
  what: Partial<{ isPicture: boolean; hasAlt: boolean }>,
): void {
  if (frame) Object.assign(frame, what);
}
