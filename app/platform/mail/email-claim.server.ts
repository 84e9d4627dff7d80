/**
 * The claim to an email, which both ledgers share: `mail` has a row for each email, `newsletter_recipient` one for each
 * subscriber of an issue. A row is due at its `nextAttemptAt`. A sender claims it with a conditional update, so of
 * several senders one gets it; `attempts` counts the claims, and only the last one can say what became of the email.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { MailRow } from '#app/platform/database/tables/operation-tables.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/** How long a sender's claim lasts. After that the sender counts as crashed. */
export const CLAIM_MS = 2 * MINUTE_MS;

/** More than the clocks of two nodes differ. */
const SET_BACK_MS = HOUR_MS;

type Key = 'id' | 'tag';

/**
 * A table of emails and the column that names one. Temporary problems are retried after a minute, then after twice as
 * long each time, up to `longestWaitMs`, for `giveUpMs`, but at least `leastAttempts` times: a clock that jumps ahead
 * must not make all waiting emails fail at their first problem.
 */
export type Ledger<Name extends Key = Key> = {
  table: 'mail' | 'newsletter_recipient';
  key: Name;
  longestWaitMs: number;
  giveUpMs: number;
  leastAttempts: number;
};

/** Names an email and the claim to it. */
export type Claim<Name extends Key = Key> = Record<Name, string> & { attempts: number };

type State = MailRow['state'] | RecipientRow['state'];

/** What the ledgers have in common. */
type Values = Partial<
  Pick<MailRow, 'attempts' | 'nextAttemptAt' | 'settledAt' | 'trouble' | 'reply' | 'recipient' | 'letter'>
>;

/**
 * Whether a row of a ledger is due at `now` (UTC epoch milliseconds). A time further ahead than the longest wait means
 * that the clock was set back: then it is due, too.
 */
export function dueAt(now: number, longestWaitMs: number) {
  return (eb: ExpressionBuilder<Tables, 'mail' | 'newsletter_recipient'>) =>
    eb.or([eb('nextAttemptAt', '<=', now), eb('nextAttemptAt', '>', now + longestWaitMs + SET_BACK_MS)]);
}

/**
 * Claims for two minutes the email that `findDue` returns first; undefined when it returns none. The claim counts only
 * if `condition`, of a row of the ledger, is true at that moment.
 */
export async function claimDue<Name extends Key, Due extends Claim<Name> & { state: State }>(
  db: WriteDb,
  ledger: Ledger<Name>,
  now: number,
  findDue: () => Promise<Due | undefined>,
  condition?: Expression<SqlBool>,
): Promise<Due | undefined> {
  for (;;) {
    const due = await findDue();
    if (!due) return undefined;
    const attempts = due.attempts + 1;
    const values = { state: 'sending' as const, attempts, nextAttemptAt: now + CLAIM_MS };
    if (await changeClaimed(db, ledger, due, values, [due.state], condition)) return { ...due, attempts };
  }
}

/**
 * Writes what became of a claimed email, and returns whether it did: not if another sender has claimed it since, or its
 * state is not one of `states`.
 */
export async function changeClaimed<Name extends Key>(
  db: WriteDb,
  { table, key }: Ledger<Name>,
  claim: Claim<Name>,
  values: Values & { state: State },
  states: readonly State[] = ['sending'],
  condition?: Expression<SqlBool>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    // The columns that are named here are the same in both.
    .updateTable(table as 'mail')
    .set(values as Partial<MailRow>)
    .where(key as 'id', '=', claim[key])
    .where('attempts', '=', claim.attempts)
    .where('state', 'in', states as MailRow['state'][])
    .$if(condition !== undefined, (query) => query.where(condition as Expression<SqlBool>))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

type Attempt = { attempts: number; since: number; now: number; retryAfterMs?: number | undefined };

/**
 * When to try an email again that was first due at `since`, in UTC epoch milliseconds, and not before the other
 * side wants. Undefined when it has been tried for long enough.
 */
export function nextAttemptOf(
  { longestWaitMs, giveUpMs, leastAttempts }: Ledger,
  { attempts, since, now, retryAfterMs = 0 }: Attempt,
): number | undefined {
  const next = now + Math.min(Math.max(MINUTE_MS * 2 ** (attempts - 1), retryAfterMs), longestWaitMs);
  return next - since > giveUpMs && attempts >= leastAttempts ? undefined : next;
}
