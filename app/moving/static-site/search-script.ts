/**
 * The search of a static site, in the browser: one classic script, because modules and requests don't work on pages that
 * were opened from disk. The index is in script files next to it, of which only the needed ones are loaded.
 */
import { wordsOf } from '#app/platform/search-index/fold-text.ts';
import { cardsFileOf, SEARCH_HEAD, type SearchHead, termsFileOf } from './search-files.ts';
import type { SearchCard, SearchTerms } from './search-index.server.ts';

const MOST_FILES = 60;
const PAGE = 20;
const [TITLE, TEXT, WHOLE_WORD] = [6, 1, 2];

const arrived = new Map<string, unknown>();
const loading = new Map<string, Promise<unknown>>();
Object.assign(globalThis, {
  belfrySearch: (name: string, content: unknown) => arrived.set(name, content),
});
const base = (document.currentScript as HTMLScriptElement).src;

function load<Content>(name: string): Promise<Content> {
  const running = loading.get(name) ?? loadFile(name);
  loading.set(name, running);
  return running as Promise<Content>;
}

function loadFile(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(name, base).href;
    script.onload = () => resolve(arrived.get(name));
    script.onerror = () => {
      loading.delete(name);
      reject(new Error(name));
    };
    document.head.append(script);
  });
}

/** The items with a word that begins with `typed`, and how well each matches. Undefined when there are too many words. */
async function findItems(
  typed: string,
  { beginnings }: SearchHead,
): Promise<Map<number, number> | undefined> {
  const names = beginnings.filter((name) => name.startsWith(typed) || typed.startsWith(name));
  if (names.length > MOST_FILES) return undefined;
  const files = await Promise.all(names.map((name) => load<SearchTerms>(termsFileOf(name))));
  const scores = new Map<number, number>();
  for (const [word, items] of files.flatMap((terms) => Object.entries(terms))) {
    if (!word.startsWith(typed)) continue;
    let item = 0;
    for (const part of items.split(' ')) {
      const isTitle = part.endsWith('!');
      item += Number.parseInt(part, 36);
      const score = (isTitle ? TITLE : TEXT) * (word === typed ? WHOLE_WORD : 1);
      scores.set(item, Math.max(score, scores.get(item) ?? 0));
    }
  }
  return scores;
}

/** The numbers of the items with all words, the best first, and of equally good ones the newest. */
async function search(words: string[], head: SearchHead): Promise<number[] | undefined> {
  const found = await Promise.all(words.map((word) => findItems(word, head)));
  const [first, ...others] = found.filter((scores) => scores !== undefined);
  if (!first) return undefined;
  const scores = [...first].flatMap(([item, score]) => {
    const all = [score, ...others.map((other) => other.get(item))];
    const isIn = all.every((one) => one !== undefined);
    return isIn ? [[item, all.reduce<number>((sum, one) => sum + (one ?? 0), 0)] as const] : [];
  });
  return scores.sort(([one, good], [other, better]) => better - good || one - other).map(([item]) => item);
}

async function cardOf(item: number, { cardsPerFile }: SearchHead): Promise<SearchCard | undefined> {
  const cards = await load<SearchCard[]>(cardsFileOf(Math.floor(item / cardsPerFile)));
  return cards[item % cardsPerFile];
}

function element(name: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** As on the site: texts are set as text, so nothing in them is markup. */
function resultOf([title, href, kind, facts, teaser]: SearchCard, { kinds }: SearchHead): HTMLElement {
  const link = element('a', title, 'plain') as HTMLAnchorElement;
  link.href = /^https?:/.test(href) ? href : `../${href}`;
  const heading = element('h2');
  heading.append(link);
  const body = element('div');
  body.append(heading, ...(teaser ? [element('p', teaser)] : []));
  if (facts) body.append(element('p', facts, 'meta'));
  const item = element('li');
  item.append(element('p', kinds[kind], 'kicker'), body);
  return item;
}

const input = document.querySelector('#search') as HTMLInputElement;
const status = document.querySelector('#found') as HTMLElement;
const list = document.querySelector('#results') as HTMLElement;
const more = document.querySelector('#more') as HTMLElement;

let current = 0;
let rest: number[] = [];

function countWords(count: number, locale: string): string {
  return `${new Intl.NumberFormat(locale).format(count)} ${count === 1 ? 'result' : 'results'}`;
}

async function showNext(head: SearchHead): Promise<HTMLElement | undefined> {
  const turn = current;
  const cards = await Promise.all(rest.slice(0, PAGE).map((item) => cardOf(item, head)));
  if (turn !== current) return undefined;
  rest = rest.slice(PAGE);
  const items = cards.filter((card) => card !== undefined).map((card) => resultOf(card, head));
  list.append(...items);
  more.hidden = rest.length === 0;
  return items[0];
}

async function run(): Promise<void> {
  const turn = ++current;
  const typed = input.value.trim();
  const words = [...new Set(wordsOf(typed))].slice(0, 10);
  const head = await load<SearchHead>(SEARCH_HEAD);
  const found = words.length > 0 ? await search(words, head) : [];
  if (turn !== current) return;
  list.replaceChildren();
  more.hidden = true;
  rest = found ?? [];
  history.replaceState(null, '', typed ? `#${new URLSearchParams({ q: typed })}` : '#');
  if (words.length === 0) status.textContent = '';
  else if (!found) status.textContent = 'Type one more letter.';
  else status.textContent = `${countWords(found.length, head.locale)} for “${typed}”`;
  await showNext(head);
}

/** A file that is missing must not look like no results. */
function runAndReport(): void {
  run().catch(() => {
    status.textContent = 'The search index could not be loaded. The list of everything still works.';
  });
}

input.addEventListener('input', runAndReport);
more.addEventListener('click', async () => {
  const first = await showNext(await load<SearchHead>(SEARCH_HEAD));
  first?.querySelector('a')?.focus();
});
input.value = new URLSearchParams(location.hash.slice(1)).get('q') ?? '';
(document.querySelector('#search-box') as HTMLElement).hidden = false;
runAndReport();
