/** Documents as programs write them, for tests. */
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { type ZipPart, zipFile } from './zip-file.ts';

type PdfOptions = {
  /** The text of each page. */
  pages: string[];
  title?: string;
  language?: string;
  isTagged?: boolean;
  password?: string;
};

/** A PDF as a word processor exports it. */
export async function pdfFile({
  pages,
  title,
  language,
  isTagged = false,
  password,
}: PdfOptions): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: isTagged,
    info: title ? { Title: title } : {},
    ...(language ? { lang: language } : {}),
    ...(password ? { userPassword: password } : {}),
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.once('end', resolve));
  for (const text of pages) {
    pdf.addPage();
    if (isTagged) pdf.addStructure(pdf.struct('P', {}, () => void pdf.text(text)));
    else pdf.text(text);
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The objects of a PDF, from number 1 on; the first is the catalog. A stream is given with its dictionary. */
export type PdfObject = string | { dictionary: string; stream: Buffer };

/** A PDF of these objects, written by hand so that it can also be wrong. */
export function rawPdf(objects: PdfObject[], { trailer = '' } = {}): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = pieces[0]?.length ?? 0;
  const write = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    write(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') write(Buffer.from(object, 'latin1'));
    else {
      write(Buffer.from(`<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`));
      write(object.stream);
      write(Buffer.from('\nendstream'));
    }
    write(Buffer.from('\nendobj\n'));
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  write(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  write(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  const file = Buffer.concat(pieces);
  // The table's place is where it was written, before the trailer.
  return Buffer.from(
    file.toString('latin1').replace(/startxref\n\d+/, `startxref\n${file.lastIndexOf('\nxref\n') + 1}`),
    'latin1',
  );
}

/** A page that is a picture, as scanners write it. */
export function scanFile(pages = 1): Buffer {
  const picture = {
    dictionary: pictureDictionary(1700, 2200),
    stream: deflateSync(Buffer.alloc(1700 * 2200, 0xff)),
  };
  return picturePdf(picture, Array(pages).fill(''));
}

/** Pages with a text and a picture of this size, stored as screenshots are. */
export function screenshotFile(texts: string[], [width, height]: [number, number] = [900, 400]): Buffer {
  const stream = deflateSync(Buffer.alloc(width * height, 0x80));
  return picturePdf({ dictionary: pictureDictionary(width, height), stream }, texts);
}

function pictureDictionary(width: number, height: number): string {
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`;
}

function picturePdf(picture: PdfObject, texts: string[]): Buffer {
  const resources = '/Resources << /XObject << /I 3 0 R >> /Font << /F 4 0 R >> >>';
  const kids = texts.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${texts.length} /Kids [${kids}] >>`,
    picture,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...texts.flatMap((text, index): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${6 + 2 * index} 0 R >>`,
      {
        dictionary: '',
        stream: Buffer.from(`q 612 0 0 792 0 0 cm /I Do Q BT /F 12 Tf 72 700 Td (${text}) Tj ET`),
      },
    ]),
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;

type Properties = { title?: string; language?: string; pages?: number };

/** The parts that every Office Open XML file has; `main` is the content type of the main part at `path`. */
function officeParts(path: string, main: string, { title, language, pages }: Properties): ZipPart[] {
  const property = (name: string, value: string | undefined) =>
    value ? `<dc:${name}>${value}</dc:${name}>` : '';
  return [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path}" ContentType="${main}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: relationsPart([['rId1', 'officeDocument', path]]),
    },
    {
      name: 'docProps/core.xml',
      content: `${XML}<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${property('title', title)}${property('language', language)}</cp:coreProperties>`,
    },
    ...(pages
      ? [{ name: 'docProps/app.xml', content: `${XML}<Properties><Pages>${pages}</Pages></Properties>` }]
      : []),
  ];
}

function relationsPart(relations: [id: string, type: string, target: string][]): string {
  const rows = relations.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships">${rows.join('')}</Relationships>`;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The entries of a Word file. `body` is WordprocessingML. */
export function wordParts(body: string, properties: Properties = {}, main = WORD): ZipPart[] {
  const { language } = properties;
  return [
    ...officeParts('word/document.xml', main, { ...properties, language: undefined }),
    {
      name: 'word/document.xml',
      content: `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:r="${RELATIONS}"><w:body>${body}</w:body></w:document>`,
    },
    {
      name: 'word/styles.xml',
      content: `${XML}<w:styles xmlns:w="x"><w:docDefaults><w:rPrDefault><w:rPr>${language ? `<w:lang w:val="${language}"/>` : ''}</w:rPr></w:rPrDefault></w:docDefaults><w:style w:styleId="Titre1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    },
  ];
}

export function wordFile(body: string, properties: Properties = {}): Buffer {
  return zipFile(wordParts(body, properties));
}

/** A paragraph of a Word file. */
export function wordParagraph(text: string, style = ''): string {
  return `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export type SheetContent = { name: string; rows: (string | number)[][]; isHidden?: boolean };

/** An Excel file with texts in the shared list, as Excel writes them. */
export function workbookFile(sheets: SheetContent[], properties: Properties = {}): Buffer {
  const shared: string[] = [];
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="s"><v>${shared.push(value) - 1}</v></c>`;
  const parts = sheets.map(({ rows }, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content: sheetXml(rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')),
  }));
  return zipFile([
    ...workbookParts(sheets, properties),
    ...parts,
    {
      name: 'xl/sharedStrings.xml',
      content: `${XML}<sst xmlns="x">${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
  ]);
}

export function sheetXml(rows: string): string {
  return `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
}

/** The parts of a workbook besides its sheets and the shared texts. */
export function workbookParts(
  sheets: Pick<SheetContent, 'name' | 'isHidden'>[],
  properties: Properties = {},
): ZipPart[] {
  const list = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${isHidden ? 'state="hidden" ' : ''}r:id="rId${index + 1}"/>`,
  );
  return [
    ...officeParts(
      'xl/workbook.xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      properties,
    ),
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsPart([
        ...sheets.map((_, index): [string, string, string] => [
          `rId${index + 1}`,
          'worksheet',
          `worksheets/sheet${index + 1}.xml`,
        ]),
        ['rId0', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    },
  ];
}

/** A PowerPoint file; a slide is a title, which may be empty, and a text. */
export function slidesFile(slides: [title: string, text: string][], properties: Properties = {}): Buffer {
  const shape = (text: string, type: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return zipFile([
    ...officeParts(
      'ppt/presentation.xml',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
      properties,
    ),
    {
      name: 'ppt/presentation.xml',
      content: `${XML}<p:presentation xmlns:r="${RELATIONS}"><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationsPart(
        slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`]),
      ),
    },
    ...slides.map(([title, text], index) => ({
      name: `ppt/slides/slide${index + 1}.xml`,
      content: `${XML}<p:sld xmlns:p="p" xmlns:a="a">${title ? shape(title, 'title') : ''}${shape(text, 'body')}</p:sld>`,
    })),
  ]);
}

type OpenDocumentKind = 'text' | 'spreadsheet' | 'presentation';

/** The entries of an OpenDocument file. `body` is what is in `office:body`. */
export function openDocumentParts(
  kind: OpenDocumentKind,
  body: string,
  { title, language, pages }: Properties = {},
): ZipPart[] {
  return [
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: `${XML}<office:document-content><office:scripts/><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
    {
      name: 'meta.xml',
      content: `${XML}<office:document-meta><office:meta>${title ? `<dc:title>${title}</dc:title>` : ''}${pages ? `<meta:document-statistic meta:page-count="${pages}"/>` : ''}</office:meta></office:document-meta>`,
    },
    {
      name: 'styles.xml',
      content: `${XML}<office:document-styles><style:default-style>${language ? `<style:text-properties fo:language="${language.slice(0, 2)}" fo:country="${language.slice(3)}"/>` : '<style:text-properties/>'}</style:default-style></office:document-styles>`,
    },
    { name: 'META-INF/manifest.xml', content: `${XML}<manifest:manifest/>` },
  ];
}

export function openDocumentFile(kind: OpenDocumentKind, body: string, properties: Properties = {}): Buffer {
  return zipFile(openDocumentParts(kind, body, properties));
}
