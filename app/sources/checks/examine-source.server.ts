/** What one check of a source does, up to writing down how it went. */
import { createHash } from 'node:crypto';
import { isDatabaseUnavailable } from '#app/platform/database/database-error.ts';
import type { OutboundAnswer, Redirect } from '#app/platform/outbound/outbound.server.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { importSource } from '#app/sources/import/import-source.server.ts';
import { importWarnings } from '#app/sources/import/import-warnings.server.ts';
import { type ParsedSource, SourceError } from '#app/sources/import/source-item.ts';
import type { WarningMessage } from '#app/sources/import/warning.ts';
import { freshMsOf, retryMsOf } from './check-times.ts';
import { documentOf, requestDocument, statusProblem } from './fetch-document.server.ts';
import { readSource } from './read-source.server.ts';
import {
  type CheckContext,
  type CheckedSource,
  type CheckReport,
  nothing,
  type Validators,
} from './source-check.ts';

/**
 * Fetches the document of a source, reads it and imports what is new. Whatever is wrong with the source is in the
 * report. Throws the reason of `signal`, and errors of a database that can't do its work.
 */
export async function examineSource(
  context: CheckContext,
  checked: CheckedSource,
  signal: AbortSignal,
): Promise<CheckReport> {
  let ms = 0;
  try {
    const answer = await requestDocument(context.outbound, {
      url: checked.source.address,
      headers: conditionsOf(context, checked),
      isAwaited: checked.state.requestedAt !== null,
      signal,
    });
    ms = Math.round(answer.ms);
    return { ...(await judge(context, checked, answer, signal)), ms };
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof SourceError) return { ...nothing, ms, outcome: 'failed', problem: error.message };
    context.log.error({ err: error, source: checked.source.id }, 'a source could not be imported');
    const problem = `It could not be imported: ${error instanceof Error ? error.message : error}`;
    return { ...nothing, ms, outcome: 'failed', problem };
  }
}

type Judged = CheckReport extends infer Report
  ? Report extends CheckReport
    ? Omit<Report, 'ms'>
    : never
  : never;

/** The dates of an event are expanded again each day, so its document is needed then, changed or not. */
function conditionsOf(context: CheckContext, { source, state }: CheckedSource): Record<string, string> {
  const zone = context.town.timeZone;
  const isImportedToday =
    state.succeededAt !== null && townDayOf(state.succeededAt, zone) === townDayOf(context.now(), zone);
  if (source.feeds === 'events' && !isImportedToday) return {};
  return {
    ...(state.etag !== null && { 'If-None-Match': state.etag }),
    ...(state.modified !== null && { 'If-Modified-Since': state.modified }),
  };
}

async function judge(
  context: CheckContext,
  checked: CheckedSource,
  answer: OutboundAnswer,
  signal: AbortSignal,
): Promise<Judged> {
  const { source, state } = checked;
  const { status, headers, redirects } = answer;
  const stranger = await findStranger(source.address, redirects);
  if (stranger !== undefined)
    return {
      ...{ ...nothing, outcome: 'failed', stopped: 'moved', movedTo: redirects.at(-1)?.to ?? stranger },
      problem: 'It redirects to another site',
    };
  const retryMs = retryMsOf(headers, context.now());
  const waitMs = retryMs ?? 0;
  if (status === 304) {
    const freshMs = freshMsOf(headers, null, context.now());
    return { ...nothing, outcome: 'same', waitMs: freshMs, movedTo: permanentOf(redirects) };
  }
  if (status === 410)
    return { ...nothing, outcome: 'failed', stopped: 'gone', problem: statusProblem(status) };
  if (retryMs !== undefined && (status === 429 || status === 503))
    return { ...nothing, outcome: 'later', waitMs, problem: 'The server asked us to come back later' };
  if (status !== 200) return { ...nothing, outcome: 'failed', waitMs, problem: statusProblem(status) };
  const digest = digestOf(context, source.feeds, answer.body);
  if (digest === state.digest)
    return {
      ...{ ...nothing, outcome: 'same', movedTo: permanentOf(redirects) },
      waitMs: freshMsOf(headers, null, context.now()),
      validators: validatorsOf(answer, digest),
    };
  return importDocument(context, checked, { answer, digest }, signal);
}

async function importDocument(
  context: CheckContext,
  { source, state }: CheckedSource,
  { answer, digest }: { answer: OutboundAnswer; digest: string },
  signal: AbortSignal,
): Promise<Judged> {
  const { headers, redirects } = answer;
  const zone = source.zone ?? context.town.timeZone;
  const parsed = await readSource({
    ...documentOf(answer),
    ...{ zone, isZoneForced: source.zone !== null, now: context.now() },
    warnings: { areas: JSON.parse(source.areas), severity: source.severity },
  });
  signal.throwIfAborted();
  const waitMs = freshMsOf(headers, parsed.ttl, context.now());
  const problem = problemOf(parsed, state.format);
  if (problem !== null)
    return { ...nothing, outcome: 'failed', problem, movedTo: parsed.feeds[0]?.address ?? null };
  const { found, added, changed, missing, first, refused, emptied } =
    source.feeds === 'notices'
      ? await importWarnings(context, source, warningsOf(parsed), signal)
      : await importSource(context, source, parsed, signal);
  return {
    outcome: added + changed + missing > 0 ? 'new' : 'same',
    ...{ waitMs, found, added, changed, missing, first },
    problem: refusalOf(refused),
    movedTo: permanentOf(redirects),
    validators: validatorsOf(answer, digest),
    imported: { format: parsed.format, site: parsed.link, isEmptied: emptied },
  };
}

function warningsOf({ warnings }: ParsedSource): WarningMessage[] {
  if (!warnings) throw new SourceError('It lists no official warnings (CAP)');
  return warnings;
}

function validatorsOf({ headers }: OutboundAnswer, digest: string): Validators {
  return { etag: headers.etag ?? null, modified: headers['last-modified'] ?? null, digest };
}

/** The first address on the way that belongs to someone else. */
async function findStranger(address: string, redirects: Redirect[]): Promise<string | undefined> {
  for (const { to } of redirects) if (!(await haveSameOwner(address, to))) return to;
  return undefined;
}

/** Where the permanent redirects lead that come first; null without one. */
function permanentOf(redirects: Redirect[]): string | null {
  const temporary = redirects.findIndex(({ status }) => status !== 301 && status !== 308);
  const permanent = temporary === -1 ? redirects : redirects.slice(0, temporary);
  return permanent.at(-1)?.to ?? null;
}

/** Of what is imported. What an unchanged document means depends on the day and the zone where it has events. */
function digestOf({ town, now }: CheckContext, feeds: string, body: Buffer): string {
  const digest = createHash('sha256').update(body);
  if (feeds === 'events') digest.update(`${town.timeZone} ${townDayOf(now(), town.timeZone)}`);
  return digest.digest('base64url');
}

/** A login page or an error page with status 200 is no feed that has become empty. */
function problemOf({ format, error, feeds }: ParsedSource, before: string | null): string | null {
  const isPageNow = format === 'html' && before !== null && before !== 'html';
  if (!isPageNow) return error;
  const [feed] = feeds;
  const link = feed ? `It links to a feed: ${feed.address}` : 'It links to no feed';
  return `The server responded with a web page instead of the feed. ${link}`;
}

const MOST_NAMED = 3;

function refusalOf(refused: { title: string; problem: string }[]): string | null {
  if (refused.length === 0) return null;
  const named = refused.slice(0, MOST_NAMED).map(({ title, problem }) => `“${title}”: ${problem}`);
  const more = refused.length > MOST_NAMED ? ` and ${refused.length - MOST_NAMED} more` : '';
  const count = refused.length === 1 ? '1 item was' : `${refused.length} items were`;
  return `${count} left out. ${named.join(' ')}${more}`;
}

/**
 * Whether two addresses belong to the same owner: whether the part of their host names that someone registered is the
 * same (Public Suffix List, so `anna.github.io` and `ben.github.io` differ). Hosts without one, such as numeric
 * addresses and names of a local network, must be the same with their port.
 */
async function haveSameOwner(one: string, other: string): Promise<boolean> {
  const [first, second] = [new URL(one), new URL(other)];
  if (first.host === second.host) return true;
  // Loading the list takes 50 ms and 13 MB of memory, and most sources never redirect to another host.
  const { getDomain } = await import('tldts');
  const [domain, otherDomain] = [first, second].map(({ hostname }) =>
    getDomain(hostname, { allowPrivateDomains: true }),
  );
  return Boolean(domain) && domain === otherDomain;
}
