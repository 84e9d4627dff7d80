import type { RouterContextProvider } from 'react-router';
import { readContext } from '#app/people/request/context.ts';
import { typedValues } from '#app/platform/forms/typed-values.ts';
import { formatShortDate, formatTime, listTimeZones, townTimeOf } from '#app/platform/time/town-time.ts';
import type { FoundFeed } from '#app/sources/formats/find-feed.server.ts';
import type { PreviewedSource } from '#app/sources/import/preview-import.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import type { Town } from '#app/town/town.ts';
import { loadPreview, type Preview } from './preview-rows.server.ts';
import { isOfEvents, isOfWarnings, readFeeds, recommend } from './recommend.ts';
import { findBehind } from './sent-address.server.ts';
import type { ZoneFacts } from './settings-fields.tsx';
import { type CardChoice, type SourceValues, sourceForm } from './source-fields.ts';
import { describeFormat } from './source-words.ts';

type Args = { context: Readonly<RouterContextProvider>; request: Request };

/** What the page to add a source shows. */
export type AddPage = {
  /** What was typed into Address. */
  typed: string;
  /** Why nothing was found; null also before anything was typed. */
  problem: string | null;
  found: Found | null;
};

export type Found = {
  summary: string;
  choices: CardChoice[];
  values: SourceValues;
  zones: ZoneFacts;
  preview: Preview;
  /** What could not be read; what was left out is in the preview. */
  notes: string[];
};

/**
 * Finds the feeds behind what `query` says was typed: `address`, or once something was found, the address that was
 * chosen, with `page` for what was typed.
 */
export async function loadFinding(args: Args, query: URLSearchParams): Promise<AddPage> {
  const { town } = readContext(args);
  const typed = (query.get('page') ?? query.get('address') ?? '').trim();
  if (typed === '') return { typed, problem: null, found: null };
  const { found, problem } = await findBehind(args, typed, query.get('zone') || null);
  const chosen = found.find(({ address }) => address === query.get('address')) ?? found[0];
  if (!chosen) return { typed, problem, found: null };
  const values = typedValues(query, sourceForm, recommend(chosen));
  // Another one was chosen: what is recommended for it counts, not what the form said about the previous one.
  const wasShown = query.get('shown');
  const isOther = wasShown !== null && wasShown !== chosen.address;
  const shown = { ...(isOther ? { ...values, ...recommend(chosen) } : values), address: chosen.address };
  return {
    typed,
    problem: null,
    found: {
      summary: summaryOf(found, typed),
      choices: found.map((feed) => choiceOf(feed, town)),
      values: shown,
      zones: {
        town: town.timeZone,
        all: listTimeZones(),
        hint: shown.feeds === 'events' ? findNightHint(chosen.source, town) : undefined,
      },
      preview: await loadPreview(args, draftOf(shown), chosen.source),
      notes: chosen.source.notes.filter((note) => !chosen.source.losses.includes(note)),
    },
  };
}

/** What a preview needs to know; what was typed can be anything. */
function draftOf({ address, name, feeds, rank }: SourceValues): PreviewedSource {
  return {
    ...{ address, name },
    feeds: readFeeds(feeds),
    rank: rank === 'aggregator' ? 'aggregator' : 'primary',
  };
}

function summaryOf(found: FoundFeed[], typed: string): string {
  const host = URL.parse(found[0]?.address ?? '')?.host ?? typed;
  return `We found ${found.length === 1 ? '1 source' : `${found.length} sources`} at ${host}.`;
}

function choiceOf({ address, source }: FoundFeed, town: Town): CardChoice {
  return { value: address, label: source.title ?? address, hint: describeFound(source, town) };
}

/** 'Calendar, 24 upcoming events' or 'RSS feed, 10 items, latest from Oct 9, 2026'. */
export function describeFound(source: ParsedSource, town: Town): string {
  const number = new Intl.NumberFormat(town.locale);
  const format = describeFormat(source.format) ?? '';
  if (isOfWarnings(source)) {
    const { length } = source.warnings ?? [];
    return `${format}, ${number.format(length)} ${length === 1 ? 'message' : 'messages'}`;
  }
  if (isOfEvents(source)) {
    const { length } = source.occurrences;
    return `${format}, ${number.format(length)} upcoming ${length === 1 ? 'date' : 'dates'}`;
  }
  const { length } = source.items;
  const latest = Math.max(...source.items.map(({ pubDate }) => (pubDate ? Date.parse(pubDate) : 0)), 0);
  const since = latest > 0 ? `, latest from ${formatShortDate(latest, town)}` : '';
  return `${format}, ${number.format(length)} ${length === 1 ? 'item' : 'items'}${since}`;
}

/** Hardly anything begins before six in the morning. */
const END_OF_NIGHT = '06:00';
/** One early bus trip is no sign of a wrong zone. */
const FEWEST_PART = 0.2;

/**
 * A warning when the times of events seem to be in another zone than the town's, because many begin at night; undefined
 * otherwise.
 */
function findNightHint({ occurrences }: ParsedSource, town: Town): string | undefined {
  const timed = occurrences.filter(({ allDay }) => !allDay);
  const atNight = timed.filter(({ start }) => isNight(Date.parse(start), town.timeZone));
  const [first] = atNight;
  if (!first || atNight.length < timed.length * FEWEST_PART) return undefined;
  const time = formatTime(Date.parse(first.start), town);
  return `Check the times: “${first.title}” would be at ${time}. If that is wrong, choose the zone that the times are meant in; the town’s usually fits.`;
}

function isNight(instant: number, zone: string): boolean {
  const time = townTimeOf(instant, zone).slice(11, 16);
  return time < END_OF_NIGHT && time !== '00:00';
}
