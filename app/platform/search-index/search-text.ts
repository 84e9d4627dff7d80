/** What is indexed of an item: computed only here, whatever saves the item. */
import { createHash } from 'node:crypto';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { wordsOf } from './fold-text.ts';

/** The searchable parts of an item. `html` is sanitized. `place` and `seriesId` are an event's. */
export type SearchFields = {
  title: string;
  html?: string;
  texts: (string | null)[];
  place?: string;
  seriesId?: string | null | undefined;
};

/** What the index stores of an item. `series` is the same for the dates of one repeated event, otherwise null. */
export type SearchText = { title: string; text: string; series: string | null };

/**
 * UTF-8 bytes of the folded words. PostgreSQL refuses a tsvector above 1 MiB, and each word of n bytes can take n + 5
 * of those: a quarter of that always fits. That is about 45,000 English words.
 */
const MOST_TITLE_BYTES = 16 * 1024;
const MOST_TEXT_BYTES = 240 * 1024;

/** PostgreSQL leaves out words above 2 KiB, FTS5 above 32 KiB; no search has longer words than this. */
const MOST_WORD_CHARACTERS = 255;

/** How much is folded at a time, because folding can make it 18 times as long. */
const CHUNK_CHARACTERS = 16 * 1024;

/** The folded words of an item, separated by single spaces; what exceeds the limits is left out. */
export function searchTextOf({ title, html = '', texts, place, seriesId }: SearchFields): SearchText {
  const parts = [plainTextOf(html), ...texts, place];
  return {
    title: capWords([title], MOST_TITLE_BYTES),
    text: capWords(
      parts.filter((part) => part !== undefined && part !== null),
      MOST_TEXT_BYTES,
    ),
    series: place === undefined ? null : keyOf(seriesId ? `series ${seriesId}` : nameOf(title, place)),
  };
}

/** Of an imported event, only its title and place show that it is repeated. */
function nameOf(title: string, place: string): string {
  return `${wordsOf(title).join(' ')}\n${wordsOf(place).join(' ')}`;
}

function keyOf(name: string): string {
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

/** Cut at spaces, if there are any. */
function* chunksOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_CHARACTERS;
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1;
    const to = end >= text.length ? text.length : space > from ? space : end;
    yield text.slice(from, to);
    from = to;
  }
}
