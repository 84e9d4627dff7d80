import { printable } from '#app/html/printable.ts';

/** The text without what XML cannot hold, on one line. Emoji stay. */
export function xmlLineOf(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/**
 * A generated document whose texts stand directly between their tags. The library writes what needs CDATA on lines of
 * its own, and those line breaks and spaces would be part of every title with an ampersand.
 */
export function withoutPadding(xml: string): string {
  return xml.replace(/>\s+((?:<!\[CDATA\[[\s\S]*?\]\]>)+)\s+<\//g, '>$1</');
}

/**
 * A web address as a URI (RFC 3986): browsers take some characters as they are that other programs do not. Passwords in
 * it are left out. The text itself where it is no address.
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

/** The instant (UTC epoch milliseconds) as feeds can write it: in the years 1 to 9999. */
export function feedDateOf(instant: number): Date {
  return new Date(Math.min(Math.max(instant, -62_135_596_800_000), 253_402_300_799_000));
}
