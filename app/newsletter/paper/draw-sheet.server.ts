/** The sheet as a PDF. Runs in a thread: laying out text would block all readers. */
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { focalPosition } from '#app/platform/media/focal-position.ts';
import { fitSheet } from './fit-sheet.ts';
import { pictureHeightOf } from './fit-stories.ts';
import { layOutSheet, shapeOf } from './lay-out-sheet.ts';
import { openPen } from './open-pen.server.ts';
import { type Fonts, openFonts } from './paper-fonts.server.ts';
import { type PaperFacts, papers, type Sheet } from './sheet.ts';
import { columnsOf } from './sheet-styles.ts';

let measuring: Fonts | undefined;

/** The fonts of the sheet, for measuring. */
export function openMeasuring(): Fonts {
  measuring ??= openFonts(new PDFDocument({ autoFirstPage: false }));
  return measuring;
}

/** What is on the sheet, without drawing it. */
export function findSheet(facts: PaperFacts): Sheet {
  return fitSheet(facts, openMeasuring().measure);
}

/**
 * One page, black on white, the same bytes for the same edition. `picture` is the file of the first story's picture; a
 * sheet without it, or with one that can't be read, has no picture.
 */
export async function drawSheet(facts: PaperFacts, picture: Uint8Array | undefined): Promise<Buffer> {
  const sheet = findSheet(facts);
  const paper = papers[sheet.size];
  const doc = new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: sheet.language,
    info: {
      Title: `${sheet.name}, ${sheet.date}`,
      Author: sheet.name,
      Creator: 'Belfry',
      Producer: 'Belfry',
      CreationDate: new Date(`${facts.edition.day}T12:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject));
  const fonts = openFonts(doc);
  const pen = openPen(doc, fonts);
  const { stories: column } = columnsOf(paper.width - 2 * paper.marginX, shapeOf(sheet));
  layOutSheet(sheet, pen, openMeasuring().measure, await cutPicture(sheet, column, picture));
  pen.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The picture in gray and cut to its place, 200 pixels per inch. */
async function cutPicture(
  { stories, pictureShare }: Sheet,
  width: number,
  file: Uint8Array | undefined,
): Promise<Buffer | undefined> {
  const picture = stories[0]?.picture;
  if (!picture || !file || pictureShare === 0) return undefined;
  const height = pictureHeightOf(picture, pictureShare, width);
  const pixels = (points: number) => Math.max(1, Math.round((points / 72) * 200));
  return sharp(file, { limitInputPixels: 40_000_000 })
    .rotate()
    .resize(pixels(width), pixels(height), { fit: 'cover', position: focalPosition(picture.focalPoint) })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined);
}
