/**
 * The search index of a static site: script files, because a page that was opened from disk can't request any others.
 * Words are sorted into files by their beginning; a file that would be large is split by the next letter.
 */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the search page reads of an item: title, link from the root of the site, collection, facts, teaser. */
export type SearchCard = [title: string, href: string, kind: number, facts: string, teaser: string];

/** Matches in the title and in the text, as the index stores them. */
const IN_TITLE = '!';

/** Words with their items: '3 1! 4' are items 3, 4 (in its title) and 8. Numbers are in base 36, as differences. */
export type SearchTerms = Record<string, string>;

/** How many cards are in a file. */
export const CARDS_PER_FILE = 100;

const MOST_FILE_CHARACTERS = 48 * 1024;
const BUCKETS = 64;
const MOST_WAITING_CHARACTERS = 4 * 1024 * 1024;

type SearchIndex = {
  /** Adds the words of an item; numbers increase from 0. */
  add: (item: number, words: { title: string[]; text: string[] }) => Promise<void>;
  /** Writes the files with `write` and returns the beginnings that they are named by. */
  finish: (write: (name: string, terms: SearchTerms) => Promise<void>) => Promise<string[]>;
};

/** An index that keeps what it is given in files of `workFolder` until it is finished. */
export async function openSearchIndex(workFolder: string): Promise<SearchIndex> {
  await mkdir(workFolder, { recursive: true });
  const waiting: string[][] = Array.from({ length: BUCKETS }, () => []);
  let characters = 0;

  async function flush(): Promise<void> {
    for (const [bucket, lines] of waiting.entries()) {
      if (lines.length === 0) continue;
      await appendFile(join(workFolder, String(bucket)), lines.join(''));
      lines.length = 0;
    }
    characters = 0;
  }

  return {
    async add(item, { title, text }) {
      const inTitle = new Set(title);
      for (const word of new Set([...title, ...text])) {
        const line = `${word}\t${item}${inTitle.has(word) ? IN_TITLE : ''}\n`;
        waiting[(word.codePointAt(0) ?? 0) % BUCKETS]?.push(line);
        characters += line.length;
      }
      if (characters > MOST_WAITING_CHARACTERS) await flush();
    },
    async finish(write) {
      await flush();
      const names: string[] = [];
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const lines = await readFile(join(workFolder, String(bucket)), 'utf8').catch(() => '');
        for (const [name, terms] of filesOf(groupLines(lines))) {
          names.push(name);
          await write(name, terms);
        }
      }
      await rm(workFolder, { recursive: true, force: true });
      return names.sort();
    },
  };
}

/** Words and their items, which are in the order of their numbers. */
function groupLines(lines: string): [string, string][] {
  const items = new Map<string, { last: number; parts: string[] }>();
  for (const line of lines.split('\n')) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    const word = line.slice(0, tab);
    const isTitle = line.endsWith(IN_TITLE);
    const number = Number(line.slice(tab + 1, isTitle ? -1 : undefined));
    const found = items.get(word) ?? { last: 0, parts: [] };
    found.parts.push((number - found.last).toString(36) + (isTitle ? IN_TITLE : ''));
    found.last = number;
    items.set(word, found);
  }
  return [...items].map(([word, { parts }]) => [word, parts.join(' ')]);
}

function filesOf(terms: [string, string][]): [string, SearchTerms][] {
  const byFirst = Map.groupBy(terms, ([word]) => firstOf(word));
  return [...byFirst].flatMap(([first, group]) => splitFile(first, group));
}

function splitFile(name: string, terms: [string, string][]): [string, SearchTerms][] {
  const characters = terms.reduce((sum, [word, items]) => sum + word.length + items.length + 6, 0);
  const longer = terms.filter(([word]) => word !== name);
  if (characters <= MOST_FILE_CHARACTERS || longer.length === 0) return [[name, Object.fromEntries(terms)]];
  const own = terms.filter(([word]) => word === name);
  const byNext = Map.groupBy(longer, ([word]) => name + firstOf(word.slice(name.length)));
  const files = [...byNext].flatMap(([next, group]) => splitFile(next, group));
  return own.length > 0 ? [[name, Object.fromEntries(own)], ...files] : files;
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}
