import { decodeText } from './decode-text.ts';
import type { Markup } from './read-markup.ts';

/** Shorter ones could be words. */
const SHORTEST = 20;

/**
 * The text of an element of Atom that is written in Base64: where its `mode` says so (0.3), or its media type implies it
 * (RFC 4287, section 4.1.3.3). Types of texts don't, but some programs use it for them, too. Undefined if it is not.
 */
export function textOfBase64({ name, attributes, children, text }: Markup): string | undefined {
  if (children.length > 0) return undefined;
  const { type = '', mode } = attributes;
  const isText = /^text\//i.test(type);
  const isImplied =
    /^(atom:)?content$/.test(name) && /^[\w.+-]+\/[\w.+-]+/.test(type) && !/[+/]xml\b/i.test(type);
  if (mode?.toLowerCase() !== 'base64' && !isImplied) return undefined;
  const written = text.replace(/\s+/g, '');
  const isBase64 = written.length % 4 === 0 && /^[a-z\d+/]+={0,2}$/i.test(written);
  if (!isBase64 || (isText && isImplied && written.length < SHORTEST)) return undefined;
  const decoded = decodeText(Buffer.from(written, 'base64'), type);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they show that it is no text
  return /[\0-\x08\x0e-\x1a\ufffd]/.test(decoded) ? undefined : decoded;
}
