import type { DocumentPart } from './document-facts.ts';
import { MAX_CHARACTERS } from './document-limits.ts';

/** Collects the text of a document page by page, up to a limit for all of it. */
export class TextCollector {
  readonly parts: { page: number; text: string }[] = [];
  #room: number;
  #pieces: string[] = [];
  #page = 1;

  constructor(most = MAX_CHARACTERS) {
    this.#room = most;
  }

  /** Whether nothing more is taken. */
  get isFull(): boolean {
    return this.#room <= 0;
  }

  get page(): number {
    return this.#page;
  }

  add(text: string): void {
    if (this.isFull || text === '') return;
    this.#pieces.push(text.length > this.#room ? text.slice(0, this.#room) : text);
    this.#room -= text.length;
  }

  /** Ends the page; `page` is the number of the next one. */
  turn(page = this.#page + 1): void {
    const text = tidied(this.#pieces.join(''));
    if (text) this.parts.push({ page: this.#page, text });
    this.#pieces = [];
    this.#page = page;
  }

  /**
   * The parts. Without `hasPages` no page is certain. The text of a long page is several parts: search takes each whole.
   */
  end({ hasPages }: { hasPages: boolean }): DocumentPart[] {
    this.turn();
    if (hasPages) return this.parts.flatMap(splitPart);
    const text = this.parts.map((part) => part.text).join('\n');
    return text ? splitPart({ page: null, text }) : [];
  }
}

const MAX_PART_CHARACTERS = 60_000;

/** At ends of lines, or at spaces. */
function splitPart({ page, text }: DocumentPart): DocumentPart[] {
  const parts: DocumentPart[] = [];
  for (let from = 0; from < text.length; ) {
    const most = from + MAX_PART_CHARACTERS;
    const cut = text.slice(from, most).search(/\s\S*$/);
    const to = most >= text.length ? text.length : cut > 0 ? from + cut : most;
    parts.push({ page, text: text.slice(from, to).trim() });
    from = to;
  }
  return parts.filter((part) => part.text !== '');
}

/** Without control characters, and with single spaces and line ends. */
function tidied(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u00ad\u200b\ufeff]/gu, (sign) => (/[\n\t\r\f\v]/.test(sign) ? sign : ''))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** How many letters and digits there are, up to `most`. */
export function countLetters(text: string, most: number): number {
  let count = 0;
  for (const _letter of text.matchAll(/[\p{L}\p{N}]/gu)) if (++count >= most) break;
  return count;
}

/** A title on one line; null for one without a letter. */
export function titleOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}

/** BCP 47; null for what is no language, or says that there is none. */
export function languageOf(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 40) return null;
  try {
    const [language = null] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    return language === null || /^(und|zxx|x)\b/.test(language) ? null : language;
  } catch {
    return null;
  }
}
