import { analyse } from 'chardet';

/** Labels (WHATWG Encoding) whose every byte is a character, so that UTF-8 can be mistaken for them. */
const SINGLE_BYTE = /^(windows-125\d|iso-8859-\d+|macintosh|x-mac-cyrillic)$/;

/** A guess looks at this many bytes at most. */
const GUESSED_BYTES = 64 * 1024;

/** Below it, a guess is worth less than the encoding that most such texts have. */
const LEAST_CONFIDENCE = 10;

/**
 * The text of a document: by its byte order mark, then the charset of `contentType`, the XML declaration, and UTF-8.
 * Text that is declared as an alphabet of single bytes but is UTF-8 is read as UTF-8, because such declarations are
 * often wrong. Text that declares nothing and is not UTF-8 is guessed. Never throws; wrong bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType?: string | undefined): string {
  const marked = markedEncoding(bytes);
  if (marked) return decode(bytes, marked);
  const named = charsetOf(contentType) ?? declaredCharset(bytes);
  const utf8 = decodeStrictly(bytes);
  if (utf8 !== undefined && (!named || SINGLE_BYTE.test(named))) return utf8;
  if (named) return decode(bytes, named);
  return utf8 ?? decode(bytes, guessedCharset(bytes));
}

/**
 * What is known of a document's encoding from its beginning: `certain` is of its byte order mark or an alphabet that
 * UTF-8 can't be mistaken for; `fallback` is for text that turns out not to be UTF-8, undefined without a declaration.
 */
export function encodingOf(head: Uint8Array): { certain?: string; fallback?: string } {
  const marked = markedEncoding(head);
  if (marked) return { certain: marked };
  const declared = declaredCharset(head);
  if (!declared) return {};
  return SINGLE_BYTE.test(declared) || declared === 'utf-8' ? { fallback: declared } : { certain: declared };
}

function markedEncoding([a, b, c, d]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  // '<?' without a byte order mark (XML 1.0, appendix F).
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return 'utf-16be';
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return 'utf-16le';
  return undefined;
}

function charsetOf(contentType = ''): string | undefined {
  return knownLabel(
    /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType.slice(0, 500))?.[1],
  );
}

/** In an XML declaration, also one that is not quite at the beginning, or in the `<meta>` of a page. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = decode(bytes.subarray(0, 2048), 'latin1');
  const declared =
    /<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']\s{0,9}([\w.:-]{1,40})/i.exec(head) ??
    /<meta\s[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(head);
  const label = knownLabel(declared?.[1]);
  // It was readable as bytes, so it is not UTF-16, whatever it says.
  return label?.startsWith('utf-16') ? undefined : label;
}

function knownLabel(label: string | undefined): string | undefined {
  if (!label) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** The likeliest encoding of text that is not UTF-8. */
export function guessedCharset(bytes: Uint8Array): string {
  const [best] = analyse(bytes.subarray(0, GUESSED_BYTES));
  const label = best && best.confidence >= LEAST_CONFIDENCE ? knownLabel(best.name) : undefined;
  return label && !label.startsWith('utf-16') ? label : 'windows-1252';
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes);
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
