/** What protects forms that anyone may send, without an account and without a puzzle. */
import { randomBytes } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import { countedNetworks } from '#app/people/auth-context.server.ts';
import { type RequestContext, requestContextKey } from '#app/people/request/context.ts';
import { readSigned, sign } from '#app/people/sessions/session-cookie.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { networkOf } from '#app/platform/throttle/network.server.ts';
import {
  findLongestWait,
  type Limit,
  returnTries,
  type Subject,
  siteSubject,
  subjectOf,
  takeTries,
  takeTry,
} from '#app/platform/throttle/throttle.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { townTimeInDays } from '#app/platform/time/town-time.ts';

type Args = { context: Readonly<RouterContextProvider> };

/** The form's hidden field with `createFormToken`, and the one that people leave empty because they don't see it. */
export const TOKEN = 'opened';
export const TRAP = 'website';

const SOONEST_MS = 3000;
const LATEST_MS = 2 * HOUR_MS;
const PURPOSE = 'public form';

/** How much of what strangers sent may wait for review. */
export const MOST_WAITING = 500;

/** How many times the limit of a network the wider ones get: an IPv6 /56 and /48, or an IPv4 /24. */
const SHARES = [1, 4, 12];

/**
 * A signed text that says when the form was opened: good for sending it once, from 3 seconds to 2 hours later. `since` is
 * the token of a form that comes back with problems: its time counts.
 */
export function createFormToken({ context }: Args, since?: string): string {
  const { services, now } = context.get(requestContextKey);
  const openedAt = (since && openedAtOf(services.auth.secret, since)) || now;
  return sign(services.auth.secret, PURPOSE, `${openedAt} ${randomBytes(12).toString('base64url')}`);
}

function openedAtOf(secret: string, token: string): number | undefined {
  const text = readSigned(secret, PURPOSE, token);
  return text === undefined ? undefined : Number(text.split(' ')[0]);
}

/**
 * What a sent form is, before anything is done with it. `trapped`: a program filled in what nobody sees; thank it, and do
 * nothing. `early`: it was sent at once, or without a token of this site, or again: ask for a press of a button on the
 * page that waits. `stale`: it was open too long: show it again. `full`: too much waits already; `retryMs` is until
 * tomorrow morning.
 */
export type GuardVerdict =
  | { kind: 'open' }
  | { kind: 'trapped' | 'early' | 'stale' }
  | { kind: 'full'; retryMs: number };

/** Judges a sent form by its hidden fields. Counts nothing, so that a form with problems costs its sender nothing. */
export async function judgePublicForm(
  args: Args,
  { token, trap }: { token: string; trap: string },
): Promise<GuardVerdict> {
  const { services, now } = args.context.get(requestContextKey);
  if (trap !== '') return { kind: 'trapped' };
  const full = await findFull(args);
  if (full) return full;
  const openedAt = openedAtOf(services.auth.secret, token);
  if (openedAt === undefined || openedAt > now || now - openedAt < SOONEST_MS) return { kind: 'early' };
  if (now - openedAt > LATEST_MS) return { kind: 'stale' };
  const waitMs = await findLongestWait(services.write, [tokenSubject(services.auth.secret, token)], now);
  return { kind: waitMs > 0 ? 'early' : 'open' };
}

/** Whether public forms are closed until tomorrow, because too much waits for review. */
export async function findFull({
  context,
}: Args): Promise<Extract<GuardVerdict, { kind: 'full' }> | undefined> {
  const { services, town, now } = context.get(requestContextKey);
  if ((await countWaitingOfReaders(services.write)) < MOST_WAITING) return undefined;
  return { kind: 'full', retryMs: townTimeInDays(now, 1, '07:00', town.timeZone) - now };
}

/** How many suggestions and reports of readers wait, snoozed ones included. */
export async function countWaitingOfReaders(db: ReadDb): Promise<number> {
  const { count } = await db
    .selectFrom('inbox_entry')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('source', 'is', null)
    .where('kind', 'in', ['suggestion', 'report'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Counts a form that is about to be accepted: in an hour 5 of an address (an IPv6 /64), 20 of a /56, 60 of a /48, and 200
 * of all together, whatever the form; `withFile` also 5 files of an address in a day. Returns how long to wait in
 * milliseconds; 0 when it may be accepted. All public forms share these counters. The operator's own machine counts only
 * for all together.
 */
export async function countPublicForm(
  args: Args,
  { token, withFile = false }: { token: string; withFile?: boolean },
): Promise<number> {
  const requestContext = args.context.get(requestContextKey);
  const { services, now } = requestContext;
  const { write, auth } = services;
  const subjects = subjectsOf(requestContext, withFile);
  // Most of a flood is refused here, and costs no write.
  const knownWaitMs = await findLongestWait(write, subjects, now);
  if (knownWaitMs > 0) return knownWaitMs;
  const own = tokenSubject(auth.secret, token);
  if ((await takeTry(write, own, now)) > 0) return SOONEST_MS;
  const waitMs = await takeTries(write, subjects, now);
  // The form can be sent again from the page that says so.
  if (waitMs > 0) await returnTries(write, [own]);
  return waitMs;
}

function subjectsOf(requestContext: RequestContext, withFile: boolean): Subject[] {
  return [
    ...networkSubjectsOf(requestContext, 'public-form'),
    ...(withFile ? networkSubjectsOf(requestContext, 'public-file') : []),
    siteSubject('public-form-site'),
  ];
}

function tokenSubject(secret: string, token: string): Subject {
  return subjectOf(secret, 'form-token', token);
}

function networkSubjectsOf(
  { services: { auth }, address }: Pick<RequestContext, 'services' | 'address'>,
  limit: Limit,
): Subject[] {
  return countedNetworks(auth, { address }).map(({ name }, index) =>
    subjectOf(auth.secret, limit, name, SHARES[index] ?? 1),
  );
}

/** Whether a file of a stranger is kept while it arrives: not beyond the limits of its network. Counts nothing. */
export async function mayKeepFile(requestContext: RequestContext): Promise<boolean> {
  const { services, now } = requestContext;
  return (await findLongestWait(services.write, subjectsOf(requestContext, true), now)) === 0;
}

/**
 * A pseudonym of who sent it: of the email address, otherwise of the narrowest network. From the table, nobody can find
 * the address by trying.
 */
export function senderKeyOf({ context }: Args, email?: string | null): string {
  const { services, address } = context.get(requestContextKey);
  const who = email ?? networkOf(address) ?? 'unknown';
  return keyedHash(services.auth.secret, email ? 'sender address' : 'sender network', who);
}
