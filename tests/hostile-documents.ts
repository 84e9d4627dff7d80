/** Documents that were made to harm: bombs, loops, two formats at once, macros. */
import { createHash } from 'node:crypto';
import { createDeflate, deflateSync } from 'node:zlib';
import {
  openDocumentParts,
  type PdfObject,
  pdfFile,
  rawPdf,
  sheetXml,
  wordFile,
  wordParagraph,
  wordParts,
  workbookParts,
} from './document-files.ts';
import { type ZipPart, zipFile } from './zip-file.ts';

const MIB = 1024 * 1024;

export type HostileDocument = {
  /** What it is, as in a table of figures. */
  what: string;
  name: string;
  make: () => Buffer | Promise<Buffer>;
  /** The status it is refused with; 'read' when it is accepted, however little is found in it. */
  expected: 413 | 415 | 422 | 'read';
  /** Takes seconds to make or to read. */
  isHeavy?: true;
};

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>';
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF with one page of this content. */
function pageWith(content: PdfObject, { page = PAGE, more = [] as PdfObject[], catalog = '' } = {}): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    page,
    content,
    ...more,
  ]);
}

/** This many bytes, all the same, packed. */
async function packed(bytes: number, fill = ' '): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  const piece = Buffer.alloc(MIB, fill);
  for (let left = bytes; left > 0; left -= MIB)
    if (!deflate.write(piece)) await new Promise((resolve) => deflate.once('drain', resolve));
  deflate.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Packed twice: a thousandth of a thousandth. */
async function bomb(bytes: number, dictionary = ''): Promise<PdfObject> {
  return {
    dictionary: `${dictionary} /Filter [/FlateDecode /FlateDecode]`,
    stream: deflateSync(await packed(bytes)),
  };
}

function pagesPdf(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`,
    ...Array<string>(count).fill('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'),
  ]);
}

/** The same file, whose table of objects refers to itself as the earlier one. */
function loopingPdf(): Buffer {
  const file = pageWith({ dictionary: '', stream: Buffer.from('') }).toString('latin1');
  const at = /startxref\n(\d+)/.exec(file)?.[1] ?? '0';
  return Buffer.from(file.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${at}`), 'latin1');
}

function withoutContent(parts: ZipPart[], name: string, content: string): ZipPart[] {
  return parts.map((part) => (part.name === name ? { ...part, content } : part));
}

function macroParts(): ZipPart[] {
  return [...wordParts(wordParagraph('Budget')), { name: 'word/vbaProject.bin', content: 'macro' }];
}

function wordWithDoctype(doctype: string, text: string): Buffer {
  const xml = `<?xml version="1.0"?>${doctype}<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return zipFile(withoutContent(wordParts(''), 'word/document.xml', xml));
}

/** An entry that is listed many times: few bytes unpack to very many. */
function overlappingZip(): Buffer {
  const file = zipFile([{ name: 'word/a', content: 'a'.repeat(10 * MIB) }]);
  const start = file.lastIndexOf('PK\x01\x02');
  const end = file.lastIndexOf('PK\x05\x06');
  const entry = file.subarray(start, end);
  const copies = Array.from({ length: 40 }, (_, index) => {
    const copy = Buffer.from(entry);
    copy.write(String.fromCharCode(48 + index), entry.length - 1);
    return copy;
  });
  const tail = Buffer.from(file.subarray(end));
  tail.writeUInt16LE(copies.length, 8);
  tail.writeUInt16LE(copies.length, 10);
  tail.writeUInt32LE(entry.length * copies.length, 12);
  return Buffer.concat([file.subarray(0, start), ...copies, tail]);
}

/** A compound file, as Office before 2007 and encrypted files are, with an entry of this name. */
function compoundFile(entry: string): Buffer {
  const file = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.write(entry, 1024, 'utf16le');
  return file;
}

/** Bytes that don't shrink. */
function noise(bytes: number): Buffer {
  const pieces: Buffer[] = [];
  for (let index = 0; index * 32 < bytes; index++)
    pieces.push(createHash('sha256').update(String(index)).digest());
  return Buffer.concat(pieces).subarray(0, bytes);
}

const HTML = '<html><script>alert(1)</script></html>';
const empty: PdfObject = { dictionary: '', stream: Buffer.from('') };
const minutes = () => pdfFile({ pages: ['Minutes of the selectboard meeting'] });

export const hostileDocuments: HostileDocument[] = [
  {
    what: 'PDF: a page that unpacks to 512 MiB',
    name: 'bomb.pdf',
    make: async () => pageWith(await bomb(512 * MIB)),
    expected: 422,
    isHeavy: true,
  },
  {
    what: 'PDF: an object stream that unpacks to 512 MiB',
    name: 'objects.pdf',
    make: async () => {
      const stream = await bomb(512 * MIB, '/Type /ObjStm /N 1000000 /First 100000000');
      const file = pageWith(stream).toString('latin1');
      const at = file.lastIndexOf('xref\n0');
      const offset = file.indexOf('4 0 obj');
      // Object 4 is the stream; the catalog is object 6, the first in it.
      const rows = Buffer.from([1, offset >> 8, offset & 255, 0, 1, at >> 8, at & 255, 0, 2, 0, 4, 0]);
      const xref = `5 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Index [4 3] /Root 6 0 R /Length ${rows.length} >>\nstream\n${rows.toString('latin1')}\nendstream\nendobj\n`;
      return Buffer.from(`${file.slice(0, at)}${xref}startxref\n${at}\n%%EOF\n`, 'latin1');
    },
    expected: 422,
    isHeavy: true,
  },
  {
    what: 'PDF: 100,000 pages',
    name: 'pages.pdf',
    make: () => pagesPdf(100_000),
    expected: 422,
    isHeavy: true,
  },
  {
    what: 'PDF: claims a billion pages',
    name: 'claims.pdf',
    make: () =>
      Buffer.from(pageWith(empty).toString('latin1').replace('/Count 1 ', '/Count 1000000000 '), 'latin1'),
    expected: 'read',
  },
  { what: 'PDF: a table of objects that loops', name: 'loop.pdf', make: loopingPdf, expected: 'read' },
  {
    what: 'PDF: a tree of pages that loops',
    name: 'tree.pdf',
    make: () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R] /Parent 2 0 R >>',
      ]),
    expected: 422,
  },
  {
    what: 'PDF: a form that draws itself',
    name: 'form.pdf',
    make: () =>
      pageWith(
        { dictionary: '', stream: Buffer.from('/X Do') },
        {
          page: PAGE.replace('>>', '/Resources << /XObject << /X 5 0 R >> >> >>'),
          more: [
            {
              dictionary:
                '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
              stream: Buffer.from('/X Do /X Do'),
            },
          ],
        },
      ),
    expected: 'read',
  },
  {
    what: 'PDF: a million arrays in each other',
    name: 'nested.pdf',
    make: () => pageWith({ dictionary: '', stream: Buffer.from('['.repeat(1_000_000)) }),
    expected: 'read',
  },
  {
    what: 'PDF: a catalog of a million arrays in each other',
    name: 'nested-catalog.pdf',
    make: () => pageWith(empty, { catalog: `/Names ${'['.repeat(1_000_000)}` }),
    expected: 422,
  },
  {
    what: 'PDF: a page of 40 million letters',
    name: 'letters.pdf',
    make: () => {
      const line = `(${'dog license '.repeat(80)}) Tj T*\n`;
      const stream = deflateSync(Buffer.from(`BT /F 9 Tf 9 TL ${line.repeat(40_000)} ET`));
      const page = PAGE.replace('>>', '/Resources << /Font << /F 5 0 R >> >> >>');
      return pageWith({ dictionary: '/Filter /FlateDecode', stream }, { page, more: [HELVETICA] });
    },
    expected: 'read',
    isHeavy: true,
  },
  {
    what: 'PDF: a picture of 100,000 by 100,000 pixels',
    name: 'picture.pdf',
    make: async () =>
      pageWith(
        { dictionary: '', stream: Buffer.from('/I Do') },
        {
          page: PAGE.replace('>>', '/Resources << /XObject << /I 5 0 R >> >> >>'),
          more: [
            await bomb(
              256 * MIB,
              '/Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
            ),
          ],
        },
      ),
    expected: 'read',
    isHeavy: true,
  },
  {
    what: 'PDF: with a password',
    name: 'locked.pdf',
    make: () => pdfFile({ pages: ['Secret'], password: 'mill street' }),
    expected: 422,
  },
  {
    what: 'PDF: a script that runs when it is opened',
    name: 'script.pdf',
    make: () => pageWith(empty, { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    expected: 415,
  },
  {
    what: 'PDF: the first half of one',
    name: 'half.pdf',
    make: async () => (await minutes()).subarray(0, 200),
    expected: 422,
  },
  {
    what: 'PDF: only its first line',
    name: 'head.pdf',
    make: () => Buffer.from('%PDF-1.7\n'),
    expected: 422,
  },
  {
    what: 'PDF and page: HTML after the first line',
    name: 'page.pdf',
    make: async () => Buffer.concat([Buffer.from(`%PDF-1.4\n%${HTML}\n`), (await minutes()).subarray(9)]),
    expected: 415,
  },
  {
    what: 'PDF and page: HTML after the end',
    name: 'after.pdf',
    make: async () => Buffer.concat([await minutes(), Buffer.from(HTML)]),
    expected: 415,
  },
  {
    what: 'Page and PDF: HTML before the first line',
    name: 'before.pdf',
    make: async () => Buffer.concat([Buffer.from(`<!doctype html><!--\n`), await minutes()]),
    expected: 415,
  },
  {
    what: 'PDF and ZIP: an archive after the end',
    name: 'archive.pdf',
    make: async () => Buffer.concat([await minutes(), zipFile([{ name: 'run.exe', content: 'MZ' }])]),
    expected: 415,
  },
  {
    what: 'ZIP and PDF: a PDF as the comment of a Word file',
    name: 'comment.docx',
    make: async () => {
      const [file, pdf] = [wordFile(wordParagraph('Agenda')), await minutes()];
      file.writeUInt16LE(pdf.length, file.length - 2);
      return Buffer.concat([file, pdf]);
    },
    expected: 415,
  },
  {
    what: 'Word: an entity of a file of the server',
    name: 'entity.docx',
    make: () => wordWithDoctype('<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'),
    expected: 422,
  },
  {
    what: 'Word: a document type of another server',
    name: 'external.docx',
    make: () => wordWithDoctype('<!DOCTYPE w SYSTEM "http://127.0.0.1:9/x.dtd">', 'x'),
    expected: 422,
  },
  {
    what: 'Word: entities that expand to a billion',
    name: 'laughs.docx',
    make: () => {
      const levels = Array.from(
        { length: 9 },
        (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
      );
      return wordWithDoctype(`<!DOCTYPE w [<!ENTITY l0 "ha">${levels.join('')}]>`, '&l9;');
    },
    expected: 422,
  },
  {
    what: 'Word: unpacks to 600 MiB',
    name: 'bomb.docx',
    make: () =>
      zipFile([
        ...wordParts(wordParagraph('x')),
        { name: 'word/media/a.bin', content: Buffer.alloc(600 * MIB) },
      ]),
    expected: 422,
    isHeavy: true,
  },
  {
    what: 'Word: a text of 200 MiB that claims to be small',
    name: 'lie.docx',
    make: () =>
      zipFile(
        wordParts(wordParagraph(' '.repeat(200 * MIB))).map((part) =>
          part.name === 'word/document.xml' ? { ...part, claimed: 1000 } : part,
        ),
      ),
    expected: 422,
    isHeavy: true,
  },
  {
    what: 'Word: a text of 200 MiB',
    name: 'spaces.docx',
    make: () => wordFile(wordParagraph('word '.repeat(40 * MIB))),
    expected: 'read',
    isHeavy: true,
  },
  {
    what: 'Word: an attribute of 350 MiB',
    name: 'attribute.docx',
    make: () => wordFile(`<w:p w:x="${'x'.repeat(350 * MIB)}"/>`),
    expected: 422,
    isHeavy: true,
  },
  {
    what: 'Word: an entry that is listed 40 times',
    name: 'overlap.docx',
    make: overlappingZip,
    expected: 422,
  },
  {
    what: 'Word: 10,001 entries',
    name: 'entries.docx',
    make: () =>
      zipFile([
        ...wordParts(wordParagraph('x')),
        ...Array.from({ length: 10_001 }, (_, index) => ({ name: `word/${index}`, content: '' })),
      ]),
    expected: 422,
    isHeavy: true,
  },
  ...['../../../etc/cron.d/x', '/etc/cron.d/x', 'C:\\x', 'word\\..\\..\\x'].map((name) => ({
    what: `Word: an entry named ${name}`,
    name: 'slip.docx',
    make: () => zipFile([...wordParts(wordParagraph('x')), { name, content: 'x' }]),
    expected: 422 as const,
  })),
  {
    what: 'Word: two entries of the same name',
    name: 'twice.docx',
    make: () => zipFile([...wordParts(wordParagraph('x')), ...wordParts(wordParagraph('y'))]),
    expected: 415,
  },
  {
    what: 'Word: a million elements in each other',
    name: 'deep.docx',
    make: () => wordFile('<w:p>'.repeat(1_000_000)),
    expected: 422,
  },
  {
    what: 'Word: broken XML',
    name: 'broken.docx',
    make: () => wordFile('<w:p><w:r></w:p>'),
    expected: 'read',
  },
  {
    what: 'Word: XML that ends too early',
    name: 'early.docx',
    make: () => zipFile(withoutContent(wordParts(''), 'word/document.xml', '<w:document><w:body><w:p>')),
    expected: 422,
  },
  {
    what: 'Word: half of the file',
    name: 'half.docx',
    make: () => wordFile(wordParagraph('x')).subarray(0, 900),
    expected: 422,
  },
  { what: 'Word: with macros', name: 'macros.docx', make: () => zipFile(macroParts()), expected: 415 },
  {
    what: 'Word: with macros, named .txt',
    name: 'macros.txt',
    make: () => zipFile(macroParts()),
    expected: 415,
  },
  {
    what: 'Word: says that it has macros',
    name: 'enabled.docx',
    make: () =>
      zipFile(wordParts(wordParagraph('x'), {}, 'application/vnd.ms-word.document.macroEnabled.main+xml')),
    expected: 415,
  },
  {
    what: 'Excel: with a sheet of macros',
    name: 'macros.xlsx',
    make: () =>
      zipFile([
        ...workbookParts([{ name: 'A' }]),
        { name: 'xl/worksheets/sheet1.xml', content: sheetXml('') },
        { name: 'xl/macrosheets/sheet2.xml', content: sheetXml('') },
      ]),
    expected: 415,
  },
  {
    what: 'OpenDocument: with a macro',
    name: 'macros.odt',
    make: () =>
      zipFile([
        ...openDocumentParts('text', '<text:p>x</text:p>'),
        { name: 'Basic/Standard/Module1.xml', content: '<script:module/>' },
      ]),
    expected: 415,
  },
  {
    what: 'OpenDocument: encrypted',
    name: 'locked.odt',
    make: () =>
      zipFile(
        withoutContent(
          openDocumentParts('text', ''),
          'META-INF/manifest.xml',
          '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
        ),
      ),
    expected: 422,
  },
  {
    what: 'Excel: a million rows',
    name: 'rows.xlsx',
    make: () =>
      zipFile([
        ...workbookParts([{ name: 'A' }]),
        {
          name: 'xl/worksheets/sheet1.xml',
          content: sheetXml(
            '<row><c><v>1</v></c><c t="inlineStr"><is><t>Mill Street</t></is></c></row>'.repeat(1_000_000),
          ),
        },
      ]),
    expected: 'read',
    isHeavy: true,
  },
  {
    what: 'Excel: ten million shared texts',
    name: 'shared.xlsx',
    make: () =>
      zipFile([
        ...workbookParts([{ name: 'A' }]),
        { name: 'xl/worksheets/sheet1.xml', content: sheetXml('') },
        {
          name: 'xl/sharedStrings.xml',
          content: `<sst>${'<si><t>Mill Street</t></si>'.repeat(10_000_000)}</sst>`,
        },
      ]),
    expected: 'read',
    isHeavy: true,
  },
  {
    what: 'Office before 2007',
    name: 'old.doc',
    make: () => compoundFile('WordDocument'),
    expected: 415,
  },
  {
    what: 'Office before 2007, with macros, named .docx',
    name: 'old.docx',
    make: () => compoundFile('_VBA_PROJECT'),
    expected: 415,
  },
  {
    what: 'Word: with a password',
    name: 'locked.docx',
    make: () => compoundFile('EncryptedPackage'),
    expected: 422,
  },
  { what: 'A PDF named .docx', name: 'minutes.docx', make: minutes, expected: 415 },
  { what: 'A PDF named .html', name: 'minutes.html', make: minutes, expected: 415 },
  {
    what: 'A Word file named .pdf',
    name: 'agenda.pdf',
    make: () => wordFile(wordParagraph('Agenda')),
    expected: 415,
  },
  { what: 'A text named .pdf', name: 'text.pdf', make: () => Buffer.from('Agenda'), expected: 415 },
  { what: 'A program named .pdf', name: 'run.pdf', make: () => Buffer.from('MZ\0\0\x01'), expected: 415 },
  { what: 'A page named .txt', name: 'page.txt', make: () => Buffer.from(HTML), expected: 415 },
  { what: 'A script named .txt', name: 'run.txt', make: () => Buffer.from('#!/bin/sh\nls'), expected: 415 },
  {
    what: 'An archive named .docx',
    name: 'archive.docx',
    make: () => zipFile([{ name: 'a.txt', content: 'x' }]),
    expected: 415,
  },
  { what: 'Noise named .docx', name: 'noise.docx', make: () => noise(MIB), expected: 415 },
  { what: '0 bytes', name: 'empty.pdf', make: () => Buffer.alloc(0), expected: 422 },
  {
    what: '26 MiB',
    name: 'large.pdf',
    make: async () => Buffer.concat([await minutes(), Buffer.alloc(26 * MIB)]),
    expected: 413,
  },
];
