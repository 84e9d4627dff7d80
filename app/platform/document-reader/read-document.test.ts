import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  openDocumentFile,
  pdfFile,
  scanFile,
  screenshotFile,
  slidesFile,
  wordFile,
  wordParagraph,
  workbookFile,
} from '../../../tests/document-files.ts';
import { isDeep } from '../../../tests/rounds.ts';
import type { ReadDocument } from './document-facts.ts';
import { splitProblem } from './document-problems.ts';
import { readDocument } from './read-document.server.ts';
import { readDocumentFile } from './read-document-file.server.ts';

async function read(content: Buffer | string, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-document-'));
  try {
    const file = join(folder, 'upload');
    await writeFile(file, content);
    // Each process takes half a second.
    return isDeep(import.meta.url)
      ? await readDocument(file, name)
      : await readDocumentFile({ path: file, name, readMs: 12_000 });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readWell(content: Buffer | string, name: string): Promise<ReadDocument> {
  const read1 = await read(content, name);
  if ('status' in read1) throw new Error(read1.message);
  return read1;
}

const codesOf = ({ problems }: ReadDocument) => problems.map(({ code }) => code);

test('the words of a PDF are read page by page, with its title and language', async () => {
  const content = await pdfFile({
    pages: ['The board set the tax rate.', 'Two bids for the library roof.'],
    title: 'Minutes of November 9',
    language: 'en-US',
    isTagged: true,
  });
  expect(await readWell(content, 'minutes.pdf')).toEqual({
    type: 'pdf',
    mimeType: 'application/pdf',
    pages: 2,
    title: 'Minutes of November 9',
    language: 'en-US',
    text: 'yes',
    tagged: 'yes',
    problems: [],
    parts: [
      { page: 1, text: 'The board set the tax rate.' },
      { page: 2, text: 'Two bids for the library roof.' },
    ],
  });
});

test('a scan is reported first, in a sentence that can stand alone', async () => {
  const document = await readWell(scanFile(2), 'scan.pdf');
  expect(document).toMatchObject({ pages: 2, text: 'no', tagged: 'no', parts: [] });
  expect(codesOf(document)).toEqual(['scan', 'title', 'language']);
  expect(document.problems[0] && splitProblem(document.problems[0])).toEqual({
    heading: 'This is a scan: it has no text.',
    advice:
      'A screen reader says nothing, and search can’t find its words. Export the PDF from Word instead of scanning the printout, or write a summary.',
  });
});

test('pages without text among others, and pictures that may show a table, are reported', async () => {
  const document = await readWell(
    screenshotFile([
      'The budget for the coming year is in this table',
      '',
      'Adopted by the voters of the town',
    ]),
    'budget.pdf',
  );
  expect(document.problems.map((problem) => splitProblem(problem).heading)).toEqual(
    expect.arrayContaining(['A picture may show a table or text.', 'This PDF is not tagged.']),
  );
  const scanned = await readWell(
    screenshotFile(['The minutes of the meeting of November', '', ''], [1700, 2200]),
    'minutes.pdf',
  );
  expect(scanned.text).toBe('yes');
  expect(scanned.problems[0]?.message).toMatch(/^Pages 2 and 3 have no text\. /);
});

test('a title that is the name of a file is reported', async () => {
  const content = await pdfFile({
    pages: ['The agenda of the meeting'],
    title: 'Microsoft Word - agenda.docx',
  });
  const document = await readWell(content, 'agenda.pdf');
  expect(document.problems.find(({ code }) => code === 'title')?.message).toMatch(
    /^The title inside the file is a file name\. .*“Microsoft Word - agenda\.docx”/,
  );
});

test('Word: text, notes, language and pages are read, and what has no structure is reported', async () => {
  const document = await readWell(
    wordFile(
      `${wordParagraph('Sticker application', 'Titre1')}${wordParagraph('One sticker &amp; one car.')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${wordParagraph('Second page')}`,
      { title: 'Sticker application', language: 'en-US', pages: 2 },
    ),
    'sticker.docx',
  );
  expect(document).toMatchObject({
    type: 'docx',
    pages: 2,
    title: 'Sticker application',
    language: 'en-US',
    tagged: 'yes',
    problems: [],
    parts: [
      { page: 1, text: 'Sticker application\nOne sticker & one car.' },
      { page: 2, text: 'Second page' },
    ],
  });
  const row = `<w:tr><w:tc>${wordParagraph('1')}</w:tc></w:tr>`;
  const poor = await readWell(
    wordFile(
      `${wordParagraph('word '.repeat(1000))}<w:tbl>${row}${row}</w:tbl><w:p><w:r><w:drawing><wp:docPr id="1" name="x"/></w:drawing><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r></w:p>`,
    ),
    'report.docx',
  );
  expect(poor.tagged).toBe('no');
  expect(codesOf(poor)).toEqual(['table-picture', 'untagged', 'title', 'language', 'alt', 'table-headers']);
});

test('Excel: a sheet is a page, and hidden sheets are reported and not read', async () => {
  const document = await readWell(
    workbookFile(
      [
        { name: 'Budget', rows: [['Draft'], ['Item', 'Amount'], ['Roof', 4500], ['Road', 9000]] },
        {
          name: 'Fees',
          rows: [
            [5, 6],
            [7, 8],
            [9, 10],
          ],
        },
        { name: 'Notes', rows: [['secret']], isHidden: true },
      ],
      { title: 'Draft budget 2027' },
    ),
    'budget.xlsx',
  );
  expect(document).toMatchObject({ type: 'xlsx', pages: 3, title: 'Draft budget 2027', tagged: 'unknown' });
  expect(document.parts).toEqual([
    { page: 1, text: 'Draft\nItem Amount\nRoof 4500\nRoad 9000' },
    { page: 2, text: '5 6\n7 8\n9 10' },
  ]);
  expect(codesOf(document)).toEqual(['table-headers', 'hidden-sheets']);
});

test('PowerPoint: a slide is a page, and those without a title are reported', async () => {
  const document = await readWell(
    slidesFile([
      ['Road plan', 'Mill Street first'],
      ['', 'Then Church Street'],
    ]),
    'roads.pptx',
  );
  expect(document).toMatchObject({ type: 'pptx', pages: 2, language: 'en-US', tagged: 'no' });
  expect(document.parts).toEqual([
    { page: 1, text: 'Road plan\nMill Street first' },
    { page: 2, text: 'Then Church Street' },
  ]);
  expect(document.problems.map((problem) => splitProblem(problem).heading)).toEqual([
    'There is no title inside the file.',
    'Slide 2 has no title.',
  ]);
});

test('OpenDocument texts, spreadsheets and presentations are read', async () => {
  const text = await readWell(
    openDocumentFile(
      'text',
      '<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>Dog licenses</text:h><text:p>Due<text:s/>by April</text:p><draw:frame><draw:image/></draw:frame>',
      { title: 'Dogs', language: 'en-US', pages: 1 },
    ),
    'dogs.odt',
  );
  expect(text).toMatchObject({ type: 'odt', pages: 1, language: 'en-US', title: 'Dogs', tagged: 'yes' });
  expect(text.parts).toEqual([{ page: null, text: 'Dog licenses\nDue by April' }]);
  expect(codesOf(text)).toEqual(['alt']);
  const cells = (value: string) =>
    `<table:table><table:table-row><table:table-cell><text:p>${value}</text:p></table:table-cell></table:table-row></table:table>`;
  const sheet = await readWell(openDocumentFile('spreadsheet', cells('Fees') + cells('Rates')), 'fees.ods');
  expect(sheet).toMatchObject({
    type: 'ods',
    pages: 2,
    parts: [
      { page: 1, text: 'Fees' },
      { page: 2, text: 'Rates' },
    ],
  });
  const slides = await readWell(
    openDocumentFile(
      'presentation',
      '<draw:page><text:p>One</text:p></draw:page><draw:page><text:p>Two</text:p></draw:page>',
    ),
    'slides.odp',
  );
  expect(slides).toMatchObject({
    type: 'odp',
    pages: 2,
    parts: [
      { page: 1, text: 'One' },
      { page: 2, text: 'Two' },
    ],
  });
});

test('text and CSV are read in the usual encodings', async () => {
  expect(await readWell('Snow ban\r\nfrom 8 PM', 'ban.txt')).toMatchObject({
    type: 'txt',
    pages: null,
    tagged: 'unknown',
    problems: [],
    parts: [{ page: null, text: 'Snow ban\nfrom 8 PM' }],
  });
  expect((await readWell(Buffer.from('caf\xe9', 'latin1'), 'cafe.txt')).parts[0]?.text).toBe('café');
  expect((await readWell(Buffer.from('\ufeffcafé', 'utf16le'), 'cafe.txt')).parts[0]?.text).toBe('café');
  const csv = await readWell('Item,Fee\n"Dog, neutered",9\n', 'fees.csv');
  expect(csv).toMatchObject({
    type: 'csv',
    problems: [],
    parts: [{ page: null, text: 'Item Fee\nDog neutered 9' }],
  });
  expect(codesOf(await readWell('Dog,9\nCat,4\n', 'fees.csv'))).toEqual(['table-headers']);
});

test('reading that takes longer than its deadline is refused, and the next document is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-document-'));
  try {
    const file = join(folder, 'upload');
    // Takes far longer than a millisecond, however busy the machine is.
    await writeFile(file, await pdfFile({ pages: Array.from({ length: 400 }, (_, page) => `Page ${page}`) }));
    expect(await readDocument(file, 'ban.pdf', { deadlineMs: 1 })).toMatchObject({ status: 422 });
    await writeFile(file, 'Snow ban');
    expect(await readDocument(file, 'ban.txt')).toMatchObject({ type: 'txt' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
