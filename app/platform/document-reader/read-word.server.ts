/** Word (.docx). */
import { MIME_TYPES, type ReadDocument } from './document-facts.ts';
import { listProblems } from './document-problems.ts';
import { type OfficeMain, readOfficeFacts, readRelations } from './office-package.server.ts';
import { attributeOf, readXml, type XmlHandler } from './read-xml.server.ts';
import { languageOf, TextCollector } from './text-collector.ts';
import type { ZipPackage } from './zip-package.server.ts';

/** Shorter texts need no headings. */
const LONG_CHARACTERS = 3000;

type Counts = {
  headings: number;
  tables: number;
  withoutHeaders: number;
  pictures: number;
  withoutAlt: number;
  embeddedTables: number;
  pictureIds: Set<string>;
};

export async function readWord(zip: ZipPackage, { path }: OfficeMain): Promise<ReadDocument> {
  const facts = await readOfficeFacts(zip);
  const styles = await readStyles(zip);
  const relations = await readRelations(zip, path);
  const collector = new TextCollector();
  const counts: Counts = {
    headings: 0,
    tables: 0,
    withoutHeaders: 0,
    pictures: 0,
    withoutAlt: 0,
    embeddedTables: 0,
    pictureIds: new Set(),
  };
  await readXml(await zip.read(path), wordHandler(collector, counts, styles.headings));
  const pageCount = collector.page;
  // Notes come after the text, and belong to its last page.
  for (const [, target] of relations)
    if (/(foot|end)notes\.xml$/.test(target) && zip.has(target) && !collector.isFull)
      await readXml(await zip.read(target), wordHandler(collector, counts, styles.headings));
  const { isFull } = collector;
  // Only Word says where pages end, and its marks are out of date if they don't match its count.
  const parts = collector.end({ hasPages: pageCount > 1 && facts.pages === pageCount });
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const hasText = parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const isTagged = counts.headings > 0 || length < LONG_CHARACTERS;
  const language = facts.language ?? styles.language;
  const metafiles = [...counts.pictureIds].filter((id) => /\.(emf|wmf)$/i.test(relations.get(id) ?? ''));
  return {
    type: 'docx',
    mimeType: MIME_TYPES.docx,
    pages: facts.pages,
    title: facts.title,
    language,
    text: hasText ? 'yes' : 'no',
    tagged: isTagged ? 'yes' : 'no',
    problems: listProblems({
      type: 'docx',
      title: facts.title,
      language,
      hasText,
      isTagged,
      tablePictures: counts.embeddedTables,
      // Tables that are pasted as pictures from Excel are metafiles; hardly anything else is.
      suspectPictures: metafiles.length,
      picturesWithoutAlt: counts.withoutAlt,
      tablesWithoutHeaders: counts.withoutHeaders,
      cutAfter: isFull ? 'the first two million characters' : undefined,
    }),
    parts,
  };
}

function wordHandler(collector: TextCollector, counts: Counts, headings: Set<string>): XmlHandler {
  let isText = false;
  /** Depth of elements that repeat what was read already. */
  let skipped = 0;
  const tables: { rows: number; hasHeader: boolean }[] = [];
  return {
    open(name, attributes) {
      if (name === 'Fallback') skipped++;
      if (skipped > 0) return;
      if (name === 't') isText = true;
      else if (name === 'tab' || name === 'br' || name === 'cr') {
        if (attributes['w:type'] === 'page') collector.turn();
        else collector.add(name === 'tab' ? '\t' : '\n');
      } else if (name === 'lastRenderedPageBreak') collector.turn();
      else if (name === 'pStyle' && headings.has(attributeOf(attributes, 'val') ?? '')) counts.headings++;
      else if (name === 'tbl') tables.push({ rows: 0, hasHeader: false });
      else if (name === 'tr') countRow(tables.at(-1));
      else if (name === 'tblHeader') markHeader(tables.at(-1));
      else if (name === 'docPr') {
        counts.pictures++;
        const { descr = '', title = '' } = attributes;
        if (!descr.trim() && !title.trim()) counts.withoutAlt++;
      } else if (name === 'decorative') counts.withoutAlt = Math.max(0, counts.withoutAlt - 1);
      else if (name === 'OLEObject' && /^Excel\./i.test(attributes.ProgID ?? '')) counts.embeddedTables++;
      else if (name === 'blip' || name === 'imagedata') {
        const id = attributes['r:embed'] ?? attributes['r:id'];
        if (id && counts.pictureIds.size < 1000) counts.pictureIds.add(id);
      }
    },
    close(name) {
      if (name === 'Fallback') skipped--;
      if (skipped > 0) return;
      if (name === 't') isText = false;
      else if (name === 'p') collector.add('\n');
      else if (name === 'tc') collector.add('\t');
      else if (name === 'tbl') {
        const table = tables.pop();
        // One row or one cell is layout.
        if (!table || table.rows < 2) return;
        counts.tables++;
        if (!table.hasHeader) counts.withoutHeaders++;
      }
    },
    text(text) {
      if (isText && skipped === 0) collector.add(text);
    },
    isDone: () => collector.isFull,
  };
}

function countRow(table: { rows: number } | undefined): void {
  if (table) table.rows++;
}

function markHeader(table: { hasHeader: boolean } | undefined): void {
  if (table) table.hasHeader = true;
}

/** The ids of styles of headings, which differ between languages, and the language of the text. */
async function readStyles(zip: ZipPackage): Promise<{ headings: Set<string>; language: string | null }> {
  const headings = new Set<string>();
  let style = '';
  let language: string | null = null;
  let isDefault = false;
  if (!zip.has('word/styles.xml')) return { headings, language };
  await readXml(await zip.read('word/styles.xml'), {
    open(name, attributes) {
      if (name === 'docDefaults') isDefault = true;
      else if (name === 'style') style = attributeOf(attributes, 'styleId') ?? '';
      else if (name === 'name' && /^(heading \d|title)$/i.test(attributeOf(attributes, 'val') ?? ''))
        headings.add(style);
      else if (name === 'outlineLvl' && Number(attributeOf(attributes, 'val')) < 9) headings.add(style);
      else if (name === 'lang' && isDefault) language ??= languageOf(attributeOf(attributes, 'val'));
    },
    close(name) {
      if (name === 'docDefaults') isDefault = false;
      else if (name === 'style') style = '';
    },
  });
  return { headings, language };
}
