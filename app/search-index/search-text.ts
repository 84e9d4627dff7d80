/** What of an item is indexed: computed here alone, whoever saves it. */
import { createHash } from 'node:crypto';
import { plainTextOf } from '#app/html/extract.server.ts';
import { wordsOf } from './fold-text.ts';

/** The collections whose items are found. */
export type TextKind = 'articles' | 'news' | 'events' | 'polls' | 'businesses';

/** What an item consists of, for the search. `html` is sanitized. `place` is an event's. */
export type SearchFields = { title: string; html?: string; texts: (string | null)[]; place?: string };

/** What the index keeps of an item. `series` is the same for the dates of one repeated event, else null. */
export type SearchText = { title: string; text: string; series: string | null };

/**
 * UTF-8 bytes of the folded words. PostgreSQL refuses a tsvector above 1 MiB, and each word of n bytes may take n + 5 of
 * those: a quarter of that is always enough room. It is some 45,000 words of English.
 */
const MOST_TITLE_BYTES = 16 * 1024;
const MOST_TEXT_BYTES = 240 * 1024;

/** PostgreSQL leaves out words above 2 KiB, FTS5 above 32 KiB; no search has words of more characters than this. */
const MOST_WORD_CHARACTERS = 255;

/** So much is folded at a time: folding may make it 18 times as long. */
const CHUNK_CHARACTERS = 16 * 1024;

/** The folded words of an item with one space between them; what is beyond the limits is left out. */
export function searchTextOf({ title, html = '', texts, place }: SearchFields): SearchText {
  const parts = [plainTextOf(html), ...texts, place];
  return {
    title: capWords([title], MOST_TITLE_BYTES),
    text: capWords(
      parts.filter((part) => part !== undefined && part !== null),
      MOST_TEXT_BYTES,
    ),
    series: place === undefined ? null : seriesOf(title, place),
  };
}

/** Nothing but its title and place tells that an event is one that repeats. */
function seriesOf(title: string, place: string): string {
  const name = `${wordsOf(title).join(' ')}\n${wordsOf(place).join(' ')}`;
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}

function capWords(parts: string[], mostBytes: number): string {
  const kept: string[] = [];
  let room = mostBytes;
  for (const chunk of parts.flatMap((part) => [...chunksOf(part)])) {
    const words = wordsOf(chunk).map(capWord);
    const bytes = Buffer.byteLength(words.join(' ')) + 1;
    if (bytes > room) return [...kept, ...listFitting(words, room)].join(' ');
    kept.push(...words);
    room -= bytes;
  }
  return kept.join(' ');
}

function capWord(word: string): string {
  if (word.length <= MOST_WORD_CHARACTERS) return word;
  return Array.from(word).slice(0, MOST_WORD_CHARACTERS).join('');
}

function listFitting(words: string[], room: number): string[] {
  let bytes = 0;
  const end = words.findIndex((word) => {
    bytes += Buffer.byteLength(word) + 1;
    return bytes > room;
  });
  return end < 0 ? words : words.slice(0, end);
}

/** Cut at spaces, where there are any. */
function* chunksOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_CHARACTERS;
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1;
    const to = end >= text.length ? text.length : space > from ? space : end;
    yield text.slice(from, to);
    from = to;
  }
}
