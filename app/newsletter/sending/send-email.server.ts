/** One email of an issue: from its claim to what became of it. */

import { readTopics } from '#app/newsletter/subscribers/subscriber.ts';
import { linkOf } from '#app/newsletter/subscribers/subscriber-links.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Stopwatch } from '#app/platform/database/lease.server.ts';
import { MailError, type MailFault, TROUBLES_OF_THE_WAY } from '#app/platform/mail/mail-error.ts';
import type { Message } from '#app/platform/mail/mailer.server.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import type { Topic } from '#app/town/newsletter/newsletter-plan.ts';
import {
  type ClaimedEmail,
  markDeferred,
  markRefused,
  markSent,
  markUnknown,
  markWithdrawn,
  release,
} from './claims.server.ts';
import type { EmailFacts } from './issue-emails.server.ts';
import type { Line } from './transport.server.ts';

/** The mail server refused an email for good, with this response. */
type Refused = { tag: string; reply: string };

export type EmailSending = {
  db: WriteDb;
  compose: (facts: EmailFacts) => Promise<Message>;
  /** The topics that the issue has something of. */
  available: readonly Topic[];
  /** When the issue was started or resumed: UTC epoch milliseconds. */
  startedAt: number;
  now: () => number;
  stopwatch: Stopwatch;
  /** Called for refusals that are the recipients' own fault. */
  onRefused: (db: WriteDb, refused: Refused) => Promise<void>;
  /** Ends what is under way. */
  cut: AbortSignal;
};

/** What became of one email; `stuck`: it waits, like all others, because the mail server takes none. */
export type Sent = {
  kind: 'sent' | 'unknown' | 'refused' | 'queued' | 'withdrawn' | 'stuck';
  error?: MailError;
};

/** How many emails became what. */
export type SentCounts = Record<Sent['kind'], number>;

/** A line that is opened again when it broke. */
export type HeldLine = { line: () => Line; reopen: () => Promise<Line> };

/**
 * Sends an email that was claimed, and records what became of it. If the line failed before the email was transmitted,
 * and had worked before, it is tried once more on a new one. Throws when the database fails.
 */
export async function sendEmail(sending: EmailSending, email: ClaimedEmail, held: HeldLine): Promise<Sent> {
  const { db, now } = sending;
  const ready = await prepare(sending, email).catch(async (error: unknown) => {
    await release(db, email).catch(() => undefined);
    throw error;
  });
  if (!ready) return { kind: 'withdrawn' };
  try {
    const message = await sending
      .compose({ ...ready, tag: email.tag, now: now() })
      .catch((error: unknown) => {
        throw new MailError('unknown', plainLine(`Not composed: ${(error as Error).message}`, 300));
      });
    const reply = await transmit(sending, held, message, email.tag);
    await persist(sending, () => markSent(db, email, plainLine(reply, 300), now()));
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return persist(sending, () => markUnsent(sending, email, error));
  }
}

/**
 * What the email needs, as the subscriber wants it now. Undefined when there is no longer anything to send: then it is
 * withdrawn.
 */
async function prepare(
  { db, available, now }: EmailSending,
  email: ClaimedEmail,
): Promise<Pick<EmailFacts, 'to' | 'token' | 'topics'> | undefined> {
  const subscriber = await db
    .selectFrom('newsletter_subscriber')
    .select(['id', 'state', 'address', 'topics'])
    .where('id', '=', email.subscriber)
    .executeTakeFirst();
  const wanted = readTopics(subscriber?.topics ?? '').filter((topic) => available.includes(topic));
  if (subscriber?.state === 'active' && subscriber.address === email.address && wanted.length > 0)
    return { to: email.address, token: await linkOf(db, subscriber.id, now()), topics: wanted };
  await markWithdrawn(db, email, now());
  return undefined;
}

async function transmit(
  { cut }: EmailSending,
  held: HeldLine,
  message: Message,
  tag: string,
): Promise<string> {
  const name = `newsletter-${tag}`;
  try {
    return await held.line().send(message, name, cut);
  } catch (error) {
    const isStale = error instanceof MailError && error.trouble === 'unreachable' && !error.mayHaveArrived;
    if (!isStale || cut.aborted || held.line().isOpen()) throw error;
    const line = await held.reopen();
    return line.send(message, name, cut);
  }
}

/** A line that breaks may be the fault of this email, and then the others must not wait for it. */
const STUCK: MailFault[] = TROUBLES_OF_THE_WAY.filter((trouble) => trouble !== 'unreachable');

async function markUnsent(sending: EmailSending, email: ClaimedEmail, error: MailError): Promise<Sent> {
  const { db, startedAt, now, cut } = sending;
  if (error.mayHaveArrived) {
    await markUnknown(db, email, error, now());
    return { kind: 'unknown', error };
  }
  if (cut.aborted || STUCK.includes(error.trouble) || error.retryAfterMs !== undefined) {
    await release(db, email);
    return { kind: 'stuck', error };
  }
  if (error.trouble !== 'refused')
    return { kind: await markDeferred(db, email, error, { startedAt, now: now() }), error };
  await markRefused(db, email, error, now());
  return { kind: 'refused', error };
}

const WAITS_MS = [100, 400, 1500, 4000];

/** What is known about an email must not be lost because the database fails over at this moment. */
async function persist<Result>(
  { stopwatch, cut }: EmailSending,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work();
    } catch {
      await stopwatch.wait(waitMs, cut).catch(() => undefined);
    }
  }
  return work();
}
