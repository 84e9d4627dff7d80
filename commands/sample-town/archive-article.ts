import type { Insertable } from 'kysely';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { shorten } from '#app/platform/html/extract.server.ts';
import { DAY_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import archiveTexts from './archive.json' with { type: 'json' };
import { type Pseudorandom, pseudorandom } from './pseudorandom.ts';

/** How many articles the archive has, the instant (UTC epoch milliseconds) it ends at, and the site's origin. */
export type Archive = { articles: number; now: number };

const YEARS = 40;
const SPAN_MS = YEARS * 365.25 * DAY_MS;

const pictures = [
  { name: 'bridge', alt: 'The covered bridge above a wide bend of the river' },
  { name: 'green', alt: 'The town green with its bandstand under old maples' },
  { name: 'library', alt: 'The brick library with its slate roof' },
  { name: 'meeting', alt: 'Neighbors at a meeting under tall arched windows' },
  { name: 'orchard', alt: 'Rows of apple trees on a hillside' },
  { name: 'snow', alt: 'Fresh snow on the roofs of the village' },
  { name: 'valley', alt: 'The valley with fields and woods' },
  { name: 'village', alt: 'White houses along the main street' },
];

/** The id of the article with this number. Ids sort like the numbers. */
export function archiveId(number: number): string {
  return `archive-${String(number).padStart(8, '0')}`;
}

/** The number in the id of an article of the archive. */
export function archiveNumber(id: string): number {
  return Number(id.slice('archive-'.length));
}

/**
 * The article with this number, from 1 for the oldest, as a save would store it. Its text depends only on its number;
 * its date is its position in the forty years up to the archive's `now`.
 */
export function archiveArticle(number: number, { articles, now }: Archive): Insertable<Tables['article']> {
  const pick = pseudorandom(number);
  const id = archiveId(number);
  const paragraphs = Array.from({ length: 3 + pick(2) }, () => writeParagraph(pick));
  const picture = pick(3) === 0 ? pictures[pick(pictures.length)] : undefined;
  const image = picture && {
    src: `/illustrations/${picture.name}.svg`,
    alt: picture.alt,
    width: 1200,
    height: 800,
  };
  const source = choose(archiveTexts.sources, pick);
  return {
    id,
    sourceId: `archive:${number}`,
    title: write(choose(titles, pick), pick),
    link: `/articles/${id}`,
    pubDate: dateOf(number, articles, now, pick),
    sourceName: source.name,
    sourceUrl: source.url,
    deck: shorten(paragraphs.join(' ')),
    image: image ? JSON.stringify(image) : null,
    description: layOut(paragraphs, image, write(choose(headings, pick), pick)),
    createdAt: now,
    updatedAt: now,
  };
}

function choose<Item>(list: readonly Item[], pick: Pseudorandom): Item {
  return list[pick(list.length)] as Item;
}

function dateOf(number: number, articles: number, now: number, pick: Pseudorandom): number {
  const step = SPAN_MS / articles;
  const exact = now - (articles - number) * step - (pick(1000) / 1000) * step;
  return Math.floor(exact / MINUTE_MS) * MINUTE_MS;
}

function writeParagraph(pick: Pseudorandom): string {
  const first = pick(sentences.length);
  // The step shares no factor with the number of sentences, so no sentence occurs twice in a paragraph.
  return Array.from({ length: 3 + pick(2) }, (_, at) =>
    write(sentences[(first + at * 7) % sentences.length] as Template, pick),
  ).join(' ');
}

function layOut(
  paragraphs: string[],
  image: { src: string; alt: string } | undefined,
  heading: string,
): string {
  const [first, ...others] = paragraphs.map((text) => `<p>${text}</p>`);
  const figure = image
    ? `<figure class="wide"><img src="${image.src}" alt="${image.alt}" width="1200" height="800" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></figure>\n`
    : '';
  return `${first}\n${figure}<h2>${heading}</h2>\n${others.join('\n')}`;
}

/** Words by the name of their list: `{name}` in titles, sentences and headings is replaced by one of them. */
const words: Record<string, string[]> = archiveTexts.words;

/** Fixed texts and, between them, the lists from which words are taken. */
type Template = { texts: string[]; lists: (readonly string[])[] };

function templateOf(text: string): Template {
  const parts = text.split(/\{(\w+)\}/);
  return {
    texts: parts.filter((_, at) => at % 2 === 0),
    lists: parts.filter((_, at) => at % 2 === 1).map((name) => words[name] as string[]),
  };
}

const titles = archiveTexts.titles.map(templateOf);
const sentences = archiveTexts.sentences.map(templateOf);
const headings = archiveTexts.headings.map(templateOf);

function write({ texts, lists }: Template, pick: Pseudorandom): string {
  let text = texts[0] as string;
  for (let at = 0; at < lists.length; at++)
    text += choose(lists[at] as readonly string[], pick) + texts[at + 1];
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
