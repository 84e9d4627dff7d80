import { encode } from 'uqr';

/** A QR code as one path of squares with sides of 1, without its quiet zone; `size` squares wide. */
type QrCode = { path: string; size: number };

/** Readable when up to 15 % of it is damaged: sheets hang on walls for weeks. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { path: data.flatMap((row, y) => rowPath(row, y)).join(''), size };
}

/** Neighbors form one rectangle, so that no hairlines appear between them. */
function rowPath(row: boolean[], y: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (from < row.length) {
    if (!row[from]) {
      from++;
      continue;
    }
    let to = from;
    while (row[to]) to++;
    parts.push(`M${from} ${y}h${to - from}v1h${from - to}z`);
    from = to;
  }
  return parts;
}
