/** Texts of strangers as plain lines and as sanitized HTML. */

import { webAddress } from '#app/items/provenance/web-address.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { printable } from '#app/platform/html/printable.ts';
import { tidyForeign } from '#app/platform/html/sanitize.server.ts';
import { MOST_BODY, MOST_TITLE } from './source-limits.ts';
import { isMarkup, withoutStraySigns } from './stray-signs.ts';

/** As long a title as is worth looking at, with its markup. */
const LONGEST_LINE = 4000;

/** One line of plain text, at most 300 characters; null when it is empty. Never markup: pages escape it. */
export function sourceLineOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const line = printable(text.slice(0, LONGEST_LINE)).replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_TITLE) return line || null;
  return `${line
    .slice(0, MOST_TITLE - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`;
}

/** The same of HTML, which titles of feeds can be: its text without markup. */
export function lineOfHtml(text: string | null | undefined): string | null {
  if (!text) return null;
  const html = text.slice(0, LONGEST_LINE);
  return sourceLineOf(
    isMarkup(html) ? plainTextOf(tidyForeign(withoutStraySigns(html), () => undefined)) : html,
  );
}

/**
 * Sanitized HTML of at most 256 KiB, with whole addresses and without tracking; plain text becomes paragraphs. A longer
 * text is cut after a word.
 */
export function bodyOf(text: string | null | undefined, base: string | null): string {
  if (!text?.trim()) return '';
  return sanitizedBody(isMarkup(text) ? withoutStraySigns(cut(text)) : paragraphsOf(text), base);
}

/** The same of text that is not HTML, whatever it looks like. */
export function bodyOfPlainText(text: string, base: string | null): string {
  return sanitizedBody(paragraphsOf(text), base);
}

function sanitizedBody(html: string, base: string | null): string {
  const address = (written: string) => addressOf(written, base);
  const clean = tidyForeign(printable(cut(html)), address);
  // Sanitizing adds attributes. What is cut off can end within a tag.
  return clean.length <= MOST_BODY ? clean : tidyForeign(cut(clean.slice(0, MOST_BODY / 2)), address);
}

/** Mail and telephone links stay. */
function addressOf(written: string, base: string | null): string | undefined {
  if (/^(mailto|tel):/i.test(written)) return written;
  return webAddress(written, base) ?? undefined;
}

function cut(html: string): string {
  if (html.length <= MOST_BODY) return html;
  const head = html.slice(0, MOST_BODY);
  return head.slice(0, Math.max(head.lastIndexOf(' '), MOST_BODY - 1000));
}

/** A paragraph for each block of lines, with its addresses as links. */
function paragraphsOf(text: string): string {
  return cut(text)
    .replaceAll('\r', '')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${linked(block.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]{1,1000}[^\s<>".,;:!?')\]])/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeValue(part)}">${escapeValue(part)}</a>` : escapeValue(part),
    )
    .join('');
}
