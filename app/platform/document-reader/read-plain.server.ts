/** Text and CSV. */

import { MIME_TYPES, type ReadDocument } from './document-facts.ts';
import { DocumentError, MAX_CHARACTERS, NOT_A_DOCUMENT } from './document-limits.ts';
import { listProblems } from './document-problems.ts';
import { extensionOf, isMarkup } from './file-format.ts';
import { TextCollector } from './text-collector.ts';

/** UTF-8, UTF-16 with a byte order mark, or Windows-1252. Throws DocumentError for pages, scripts and what is no text. */
export function readPlain(bytes: Buffer, name: string): ReadDocument {
  const text = decode(bytes);
  if (/(?!\s)\p{Cc}/u.test(text)) throw new DocumentError(NOT_A_DOCUMENT);
  const head = text.slice(0, 1024).trimStart();
  if (isMarkup(head) || /^(<\?|<!|#!|%!)/.test(head)) throw new DocumentError(NOT_A_DOCUMENT);
  const type = /^(csv|tsv)$/.test(extensionOf(name)) ? 'csv' : 'txt';
  const collector = new TextCollector();
  collector.add(type === 'csv' ? text.replace(/[,;\t"]+/g, ' ') : text);
  const parts = collector.end({ hasPages: false });
  const hasText = /[\p{L}\p{N}]/u.test(parts[0]?.text ?? '');
  const problems = listProblems({
    type,
    title: null,
    language: null,
    hasText,
    tablesWithoutHeaders: type === 'csv' && lacksHeaders(text) ? 1 : 0,
    cutAfter: text.length > MAX_CHARACTERS ? 'the first two million characters' : undefined,
  });
  return {
    type,
    mimeType: MIME_TYPES[type],
    pages: null,
    title: null,
    language: null,
    text: hasText ? 'yes' : 'no',
    tagged: 'unknown',
    problems,
    parts,
  };
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whether the first of several rows has a number: then it is no row of names. */
function lacksHeaders(text: string): boolean {
  const [first = '', second = ''] = text.slice(0, 64 * 1024).split(/\r?\n/);
  const cells = first.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  return second !== '' && cells.length > 1 && cells.some(isNumber);
}

/** Whether a cell has an amount and no word. A year can be the name of a column. */
export function isNumber(cell: string): boolean {
  return /\d/.test(cell) && !/\p{L}/u.test(cell) && !/^(19|20)\d\d$/.test(cell.trim());
}
