/** How many pixels a picture needs to be a page, a table or a text that someone could read. */
const LARGE_PIXELS = 400_000;
const TABLE_WIDTH = 500;
const TABLE_HEIGHT = 150;
const MOST_PICTURES = 5000;
const MOST_DICTIONARY = 2000;

/**
 * The pictures of a PDF, without decoding any: `large` ones could be scanned pages, `drawn` ones are stored without the
 * losses of photos, as screenshots, tables and diagrams are. Dictionaries of streams are always readable in the file
 * (ISO 32000-1, 7.5.7).
 */
export function listPdfPictures(bytes: Buffer): { large: number; drawn: number } {
  const found = { large: 0, drawn: 0 };
  let count = 0;
  for (
    let at = bytes.indexOf('/Image');
    at >= 0 && count < MOST_PICTURES;
    at = bytes.indexOf('/Image', at + 6)
  ) {
    count++;
    const before = bytes.toString('latin1', Math.max(0, at - MOST_DICTIONARY), at);
    if (!/\/Subtype\s*$/.test(before.slice(-20))) continue;
    const after = bytes.toString('latin1', at, at + MOST_DICTIONARY);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1) + (after.split(/\bstream\b/, 1)[0] ?? '');
    if (/\/ImageMask\s+true/.test(dictionary)) continue;
    const [width, height] = [numberOf(dictionary, 'Width'), numberOf(dictionary, 'Height')];
    if (width * height >= LARGE_PIXELS) found.large++;
    const isPhoto = /\/(DCTDecode|JPXDecode)\b/.test(dictionary);
    // A page's width and height are nearly 3 to 4: a scan of one, which is another finding.
    const isPage = height > width * 1.2 && width * height > 1_500_000;
    if (!isPhoto && !isPage && width >= TABLE_WIDTH && height >= TABLE_HEIGHT && !isMask(bytes, before))
      found.drawn++;
  }
  return found;
}

function numberOf(dictionary: string, name: string): number {
  return Number(new RegExp(`/${name}\\s+(\\d{1,7})\\b`).exec(dictionary)?.[1] ?? 0);
}

/** Whether another picture uses this one for its transparency. */
function isMask(bytes: Buffer, before: string): boolean {
  const [, number] =
    /(\d{1,9})\s+\d{1,5}\s+obj/.exec(before.slice(Math.max(0, before.lastIndexOf(' obj') - 20))) ?? [];
  return number !== undefined && bytes.includes(`/SMask ${number} `);
}
