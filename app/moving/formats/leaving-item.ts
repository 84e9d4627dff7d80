import { escapeValue, makeAbsolute } from '#app/platform/html/absolute-html.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { formatDate, type TownClock } from '#app/platform/time/town-time.ts';
import { withAddition } from './belfry-facts.ts';
import type { ItemKind } from './format.ts';

/** Votes per option, as every visitor may see them. */
export type LeavingResult = { voters: number; options: { text: string; votes: number }[] };

/**
 * An item of this site as writers of other formats get it. `input` has the fields of the API, which a draft may lack.
 * `address` is its page, absolute. `publishAt` is UTC epoch milliseconds, of scheduled items only. `result` is a poll's,
 * unless it is hidden from visitors.
 */
export type LeavingItem = {
  kind: ItemKind;
  id: string;
  title: string;
  input: Record<string, unknown>;
  publication: 'published' | 'scheduled' | 'draft';
  publishAt?: number | undefined;
  address: string;
  /** The last part of its address in other systems: letters, digits and hyphens. */
  slug: string;
  result?: LeavingResult | undefined;
};

/** The text of a field; '' for every other value. */
export function fieldTextOf(input: Record<string, unknown>, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? value : '';
}

/**
 * The text of an item, with what its collection says besides: a poll's result, a business's address. `adapt` changes the
 * text for the other system.
 */
export function contentOf(item: LeavingItem, clock: TownClock, adapt = (html: string) => html): string {
  const text = adapt(textIn(item));
  const after: Partial<Record<LeavingItem['kind'], () => string>> = {
    articles: () => correctionsOf(item, clock),
    news: () => sourceOf(item),
    events: () => facts(eventFacts(item, clock)),
    polls: () => (item.result ? resultTable(item.result) : optionList(item)),
    businesses: () => facts(businessFacts(item)),
  };
  return withAddition(text, after[item.kind]?.() ?? '');
}

/** The text of an item alone. */
export function textIn({ kind, input, address }: LeavingItem): string {
  const description = fieldTextOf(input, 'description');
  if (kind !== 'polls') return makeAbsolute(sanitize(description), address);
  return description
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeValue(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

type Fact = [label: string, html: string];

function facts(list: Fact[]): string {
  const lines = list
    .filter(([, html]) => html !== '')
    .map(([label, html]) => `<strong>${label}:</strong> ${html}`);
  return lines.length > 0 ? `<p>${lines.join('<br>')}</p>` : '';
}

function eventFacts({ input }: LeavingItem, clock: TownClock): Fact[] {
  const at = Date.parse(fieldTextOf(input, 'eventDate'));
  const status = fieldTextOf(input, 'status');
  return [
    [
      'Date',
      Number.isNaN(at) ? '' : escapeValue(`${formatDate(at, clock)}, ${fieldTextOf(input, 'eventTime')}`),
    ],
    ['Place', escapeValue(fieldTextOf(input, 'eventLocation'))],
    ['Status', status === 'scheduled' ? '' : escapeValue(status)],
  ];
}

function businessFacts({ input }: LeavingItem): Fact[] {
  const value = (field: string) => escapeValue(fieldTextOf(input, field));
  const website = value('website');
  return [
    ['Category', value('category')],
    ['Address', value('address')],
    ['Phone', value('phone')],
    ['Email', value('email')],
    ['Website', website && `<a href="${website}">${website}</a>`],
    ['Opening hours', value('openingHours')],
  ];
}

function sourceOf({ input }: LeavingItem): string {
  const [link, name] = [fieldTextOf(input, 'link'), fieldTextOf(input, 'sourceName')];
  return link ? `<p>Source: <a href="${escapeValue(link)}">${escapeValue(name || link)}</a></p>` : '';
}

function correctionsOf({ input }: LeavingItem, clock: TownClock): string {
  const corrections = Array.isArray(input.corrections) ? input.corrections : [];
  return corrections
    .map(
      ({ date, text }) =>
        `<p><em>Correction, ${formatDate(Date.parse(date), clock)}: ${escapeValue(text)}</em></p>`,
    )
    .join('');
}

function optionList({ input }: LeavingItem): string {
  const options = Array.isArray(input.options) ? input.options : [];
  return `<ul>${options.map((option) => `<li>${escapeValue(String(option))}</li>`).join('')}</ul>`;
}

function resultTable({ voters, options }: LeavingResult): string {
  const rows = options.map(({ text, votes }) => `<tr><td>${escapeValue(text)}</td><td>${votes}</td></tr>`);
  return `<table><caption>Results, ${voters} ${voters === 1 ? 'voter' : 'voters'}</caption><thead><tr><th>Option</th><th>Votes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
