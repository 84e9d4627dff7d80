/** What a file is by its first bytes, whatever its name or its sender says. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** How many bytes `kindOf` needs. */
export const HEAD_BYTES = 64;

/** The kind of picture that begins with `head`; undefined for everything else: SVG, TIFF, PDF, HTML. */
export function kindOf(head: Buffer): FileKind | undefined {
  const at = (from: number, to: number) => head.toString('latin1', from, to);
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(at(0, 6))) return 'gif';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(4, 8) === 'ftyp') return kindOfBrands(at(8, HEAD_BYTES));
  return undefined;
}

/** ISO/IEC 23008-12: the brands of a HEIF file, of which AVIF is one kind. */
function kindOfBrands(brands: string): FileKind | undefined {
  if (/^(....)*?(avif|avis)/s.test(brands)) return 'avif';
  return /^(....)*?(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(brands) ? 'heic' : undefined;
}
