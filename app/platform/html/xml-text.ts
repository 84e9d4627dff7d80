import { printable } from './printable.ts';

/** The text on one line without characters that XML forbids. Emoji stay. */
export function xmlLineOf(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/**
 * The generated document with its texts directly between their tags. The library writes CDATA on separate lines, and
 * those line breaks and spaces would be part of every title with an ampersand.
 */
export function withoutPadding(xml: string): string {
  return xml.replace(/>\s+((?:<!\[CDATA\[[\s\S]*?\]\]>)+)\s+<\//g, '>$1</');
}

/**
 * A web address as a URI (RFC 3986): browsers accept some characters unescaped that other programs do not. Passwords
 * are removed. Invalid addresses are returned unchanged.
 */
export function uriOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const fragment = url.hash ? `#${encode(url.hash.slice(1))}` : '';
  return `${url.protocol}//${url.host}${encode(url.pathname + url.search)}${fragment}`;
}

function encode(part: string): string {
  const refused = /[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;
  return part.replace(refused, (character) => encodeURIComponent(character));
}

/** The instant (UTC epoch milliseconds) limited to what feeds can contain: years 1 to 9999. */
export function feedDateOf(instant: number): Date {
  return new Date(Math.min(Math.max(instant, -62_135_596_800_000), 253_402_300_799_000));
}
