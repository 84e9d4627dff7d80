/** Excel (.xlsx): a sheet is a page. */
import { MIME_TYPES, type ReadDocument } from './document-facts.ts';
import { listProblems } from './document-problems.ts';
import {
  type OfficeMain,
  readOfficeFacts,
  readRelations,
  relationIdOf,
  resolveParts,
} from './office-package.server.ts';
import { isNumber } from './read-plain.server.ts';
import { readXml } from './read-xml.server.ts';
import { TextCollector } from './text-collector.ts';
import type { ZipPackage } from './zip-package.server.ts';

/** Texts that cells share. Those beyond are not read, so that they fit the memory. */
const MOST_SHARED = 200_000;
const MOST_SHARED_CHARACTERS = 4_000_000;

type Sheet = { id: string; isHidden: boolean };

export async function readWorkbook(zip: ZipPackage, { path }: OfficeMain): Promise<ReadDocument> {
  const { title, language } = await readOfficeFacts(zip);
  const sheets = await listSheets(zip, path);
  const relations = await readRelations(zip, path);
  const paths = resolveParts(
    zip,
    relations,
    sheets.map(({ id }) => id),
  );
  const shared = await readShared(
    zip,
    [...relations.values()].find((part) => /sharedStrings\.xml$/.test(part)),
  );
  const collector = new TextCollector();
  let withoutHeaders = 0;
  let pictures = 0;
  for (const [index, sheet] of paths.entries()) {
    // Readers don't see it, so search doesn't point at it.
    if (!sheets[index]?.isHidden && !collector.isFull) {
      const { hasHeaders, hasDrawing } = await readSheet(zip, sheet, shared, collector);
      if (!hasHeaders) withoutHeaders++;
      if (hasDrawing) pictures += await countPictures(zip, sheet);
    }
    collector.turn(index + 2);
  }
  const { isFull } = collector;
  const parts = collector.end({ hasPages: true });
  const hasText = parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return {
    type: 'xlsx',
    mimeType: MIME_TYPES.xlsx,
    pages: sheets.length,
    title,
    language,
    text: hasText ? 'yes' : 'no',
    tagged: 'unknown',
    problems: listProblems({
      type: 'xlsx',
      title,
      language,
      hasText,
      tablesWithoutHeaders: withoutHeaders,
      picturesWithoutAlt: pictures,
      hiddenSheets: sheets.filter(({ isHidden }) => isHidden).length,
      cutAfter: isFull ? 'the first two million characters' : undefined,
    }),
    parts,
  };
}

async function listSheets(zip: ZipPackage, path: string): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  await readXml(await zip.read(path), {
    open(name, attributes) {
      const id = name === 'sheet' ? relationIdOf(attributes) : undefined;
      if (id) sheets.push({ id, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  return sheets;
}

async function readShared(zip: ZipPackage, path: string | undefined): Promise<string[]> {
  const shared: string[] = [];
  if (!path || !zip.has(path)) return shared;
  let room = MOST_SHARED_CHARACTERS;
  let pieces: string[] = [];
  let [isText, isPhonetic] = [false, false];
  await readXml(await zip.read(path), {
    open(name) {
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't';
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      shared.push(pieces.join(''));
      pieces = [];
    },
    text(text) {
      if (!isText || isPhonetic || room < 0) return;
      pieces.push(text);
      room -= text.length;
    },
    isDone: () => shared.length > MOST_SHARED || room < 0,
  });
  return shared;
}

type SheetFacts = { hasHeaders: boolean; hasDrawing: boolean };

async function readSheet(
  zip: ZipPackage,
  path: string,
  shared: string[],
  collector: TextCollector,
): Promise<SheetFacts> {
  const facts = { hasHeaders: true, hasDrawing: false };
  let [isValue, type, value] = [false, '', ''];
  let row: string[] = [];
  let rows = 0;
  let first: string[] | undefined;
  await readXml(await zip.read(path), {
    open(name, attributes) {
      if (name === 'c') [type, value] = [attributes.t ?? 'n', ''];
      else if (name === 'drawing') facts.hasDrawing = true;
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue && value.length < 40_000) value += text;
    },
    close(name) {
      isValue = false;
      if (name === 'c') {
        const text = type === 's' ? (shared[Number(value)] ?? '') : type === 'b' || type === 'e' ? '' : value;
        if (text === '') return;
        if (!first || row.length < 100) row.push(text);
        collector.add(`${text} `);
      } else if (name === 'row') {
        if (row.length > 1) {
          rows++;
          first ??= row;
        }
        row = [];
        collector.add('\n');
      }
    },
    isDone: () => collector.isFull,
  });
  // Titles above the table have one cell.
  if (rows > 2 && first?.some(isNumber)) facts.hasHeaders = false;
  return facts;
}

/** How many pictures of the sheet's drawing have no alternative text. */
async function countPictures(zip: ZipPackage, sheet: string): Promise<number> {
  const drawings = [...(await readRelations(zip, sheet)).values()].filter((part) =>
    /\/drawing\d*\.xml$/.test(part),
  );
  let count = 0;
  for (const drawing of drawings) if (zip.has(drawing)) count += await countUndescribed(zip, drawing);
  return count;
}

/** Pictures and charts of a drawing or a slide without alternative text. */
export async function countUndescribed(zip: ZipPackage, path: string): Promise<number> {
  let count = 0;
  let isPicture = false;
  await readXml(await zip.read(path), {
    open(name, { descr = '', title = '' }) {
      if (name === 'pic') isPicture = true;
      else if (name === 'cNvPr' && isPicture) {
        isPicture = false;
        if (!descr.trim() && !title.trim()) count++;
      }
    },
  });
  return count;
}
