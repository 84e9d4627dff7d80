/** What a source of the town is: what an editor enters, what the API returns, and how its health is described. */

import type { Selectable } from 'kysely';
import * as z from 'zod';
import { instant, optionalLine } from '#app/items/content/item-schema.ts';
import type { SourceRow, SourceStateRow } from '#app/platform/database/tables/tables.ts';
import { MOST_ADDRESS } from '#app/platform/html/most-address.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { isTimeZone } from '#app/platform/time/town-time.ts';
import { severities } from './import/warning.ts';

/** A source is failing after this many failures in a row. */
export const FAILING_AFTER = 3;
/** A source that has had nothing new for this long has gone quiet, however rarely it publishes. */
export const QUIET_MS = 30 * DAY_MS;
const MOST_MINUTES = 7 * 24 * 60;

/**
 * What an editor enters about a source. Absent fields have the defaults of the form: it adds news, everything is
 * reviewed first, it is primary, its times are in the zone that it names or the town's, it is checked every hour, and
 * its name is its host. `every` is in minutes. `areas` and `severity` are of sources of official warnings.
 */
export const sourceSchema = z
  .strictObject({
    address: z
      .string('Enter an address')
      .trim()
      .min(1, 'Enter an address')
      .max(MOST_ADDRESS, { error: `Use at most ${MOST_ADDRESS} characters`, abort: true })
      .transform((value, context) => {
        const address = sourceAddressOf(value);
        if (address !== undefined) return address;
        context.addIssue({
          code: 'custom',
          message: 'Enter a URL that begins with https://, http:// or webcal://, without a password',
        });
        return z.NEVER;
      }),
    name: optionalLine(200),
    feeds: z
      .enum(['articles', 'news', 'events', 'notices'], 'Choose articles, news, events or notices')
      .default('news'),
    trust: z.enum(['review', 'publish'], 'Choose review or publish').default('review'),
    zone: optionalLine(100).refine(
      (zone) => zone === null || isTimeZone(zone),
      'Enter an IANA time zone, such as America/New_York',
    ),
    rank: z.enum(['primary', 'aggregator'], 'Choose primary or aggregator').default('primary'),
    every: z
      .number('Enter a number of minutes')
      .int('Enter a whole number of minutes')
      .min(1, 'Enter at least 1 minute')
      .max(MOST_MINUTES, `Enter at most ${MOST_MINUTES} minutes: a week`)
      .default(60),
    areas: z
      .array(
        z
          .string('Enter names or codes')
          .trim()
          .min(1, 'Enter a name or a code')
          .max(200, 'Use at most 200 characters'),
        'Enter a list',
      )
      .max(100, 'Enter at most 100 areas')
      .default([])
      .meta({ description: 'Of official warnings: names or codes, all without any' }),
    severity: z
      .enum(severities, `Choose ${severities.join(', ')}`)
      .default('minor')
      .meta({ description: 'Of official warnings: the lowest that is taken' }),
  })
  .transform(({ name, ...source }) => ({ ...source, name: name ?? hostOf(source.address) }));

/** What an editor entered, checked. */
export type SourceInput = z.output<typeof sourceSchema>;

/**
 * The address that is fetched: `webcal:` and `feed:` addresses become http(s), an address without a scheme https.
 * Undefined for text that can't be fetched, and for an address with a password.
 */
export function sourceAddressOf(typed: string): string | undefined {
  const written = typed
    .trim()
    .replace(/^webcals?:/i, 'https:')
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:/i, 'https:');
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i.test(written);
  const url = URL.parse(hasScheme ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  return url.href.length <= MOST_ADDRESS ? url.href : undefined;
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}

export const healths = ['working', 'slow', 'quiet', 'failing', 'paused'] as const;
export type Health = (typeof healths)[number];

export const healthNames: Record<Health, string> = {
  working: 'Working',
  slow: 'Slow',
  quiet: 'Gone quiet',
  failing: 'Failing',
  paused: 'Paused',
};

/** What each health means, for the editor. */
export const healthMeanings: Record<Exclude<Health, 'paused'>, string> = {
  working: 'The last check worked.',
  slow: 'The last check took more than 10 seconds, didn’t work, or the server asked us to come back later. We will.',
  quiet:
    'It responds but has had nothing new for 30 days, or for longer than usual, or is suddenly empty. Existing items stay.',
  failing: 'Three checks in a row failed, or it is no longer checked. We check less often and let you know.',
};

type HealthFacts = Pick<
  Selectable<SourceStateRow>,
  'paused' | 'stopped' | 'failures' | 'problem' | 'slow' | 'emptiedAt' | 'checkedAt' | 'newAt' | 'movedTo'
> & {
  /** Without anything new for this long, in milliseconds, it is quieter than usual; absent when that is not known. */
  usualMs?: number | undefined;
  /** Nobody knows when something new comes, such as official warnings. */
  isIrregular?: boolean;
};

/**
 * How a source is doing at `now` (UTC epoch milliseconds), and a message that says why. The first that applies of
 * paused, failing, slow, quiet and working.
 */
export function healthOf(
  source: Pick<SourceRow, 'createdAt'>,
  state: HealthFacts,
  now: number,
): { health: Health; message: string } {
  if (state.paused) return { health: 'paused', message: 'It is not checked until you resume it.' };
  const trouble = troubleOf(state);
  if (trouble) return trouble;
  if (state.checkedAt === null)
    return { health: 'working', message: 'It will be checked for the first time.' };
  if (state.slow)
    return {
      health: 'slow',
      message: state.problem ? ended(state.problem) : 'The last check took more than 10 seconds.',
    };
  return silenceOf(source, state, now) ?? { health: 'working', message: workingMessage(state.problem) };
}

type Found = { health: Health; message: string } | undefined;

function troubleOf({ stopped, failures, problem, movedTo }: HealthFacts): Found {
  const why = problem ? ended(problem) : '';
  if (stopped === 'moved')
    return {
      health: 'failing',
      message: `It redirects to ${movedTo ?? 'another site'}. Nothing is imported until you confirm the new address.`,
    };
  if (stopped === 'gone')
    return {
      health: 'failing',
      message: 'The server says that it is gone for good (410). It is no longer checked.',
    };
  if (stopped === 'failing')
    return { health: 'failing', message: `It failed for 14 days and is no longer checked. ${why}`.trim() };
  if (failures >= FAILING_AFTER)
    return { health: 'failing', message: `The last ${failures} checks failed. ${why}`.trim() };
  if (failures > 0) return { health: 'slow', message: `The last check failed. ${why}`.trim() };
  return undefined;
}

function silenceOf(
  { createdAt }: Pick<SourceRow, 'createdAt'>,
  { emptiedAt, newAt, usualMs, isIrregular }: HealthFacts,
  now: number,
): Found {
  if (isIrregular) return undefined;
  if (emptiedAt !== null)
    return {
      health: 'quiet',
      message: 'It is suddenly empty: it no longer lists what it listed before. Existing items stay.',
    };
  const silentMs = now - Number(newAt ?? createdAt);
  if (silentMs >= QUIET_MS)
    return { health: 'quiet', message: `It responds but has had nothing new for ${daysOf(silentMs)}.` };
  if (usualMs !== undefined && silentMs >= usualMs)
    return {
      health: 'quiet',
      message: `It responds but has had nothing new for ${daysOf(silentMs)}, longer than usual.`,
    };
  return undefined;
}

function daysOf(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
}

function workingMessage(problem: string | null): string {
  return problem ? `The last check worked. ${ended(problem)}` : 'The last check worked.';
}

function ended(sentence: string): string {
  return /[.!?”"]$/.test(sentence) ? sentence : `${sentence}.`;
}

/**
 * A source with how it is doing. Instants are UTC epoch milliseconds. `nextCheckAt` is null while it is not checked.
 * `lastProblem` is what the last check had to say; null if there was nothing. `newAddress` is where it seems to have
 * moved, which resuming it confirms. `addedThisWeek` counts what arrived in the town's last seven days.
 */
export type Source = SourceInput & {
  id: string;
  site: string | null;
  state: Health;
  message: string;
  stopped: SourceStateRow['stopped'];
  newAddress: string | null;
  format: string | null;
  lastCheckAt: number | null;
  lastSuccessAt: number | null;
  lastProblem: string | null;
  failingSince: number | null;
  nextCheckAt: number | null;
  addedThisWeek: number;
  version: number;
  createdAt: number;
  createdBy: string | null;
};

/** A source as the API returns it: instants as ISO 8601. */
export const sourceJsonSchema = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  feeds: z.enum(['articles', 'news', 'events', 'notices']),
  trust: z.enum(['review', 'publish']),
  zone: z.string().nullable(),
  rank: z.enum(['primary', 'aggregator']),
  every: z.number().meta({ description: 'Minutes' }),
  areas: z.array(z.string()),
  severity: z.enum(severities),
  state: z.enum(healths),
  message: z.string().meta({ description: 'Why it is in this state' }),
  lastCheckAt: z.nullable(instant('a time')),
  lastSuccessAt: z.nullable(instant('a time')),
  lastProblem: z.string().nullable(),
  nextCheckAt: z.nullable(instant('a time')),
  newAddress: z.string().nullable().meta({ description: 'Where it seems to have moved' }),
  addedThisWeek: z.number(),
  version: z.number(),
  createdAt: instant('a time'),
});

export type SourceJson = z.input<typeof sourceJsonSchema>;

export function sourceJsonOf(source: Source): SourceJson {
  return z.encode(sourceJsonSchema, source);
}
