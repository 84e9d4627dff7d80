import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';
import { MailError, toMailError } from '#app/platform/mail/mail-error.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { type ClaimedEmail, claimNext, requeueRefused } from './claims.server.ts';
import type { DomainTurns } from './rates.ts';
import {
  type EmailSending,
  type HeldLine,
  type Sent,
  type SentCounts,
  sendEmail,
} from './send-email.server.ts';
import type { Line, OpenLine } from './transport.server.ts';

type TurnsRound = {
  emails: EmailSending;
  issue: string;
  turns: DomainTurns;
  signal: AbortSignal;
  /** Whether the round ends early: an urgent issue waits, or an urgent notice has ended. */
  mustEnd: () => Promise<boolean>;
  openLine: OpenLine;
  perMinute: number;
  /** The mail server took no emails last time: one is tried, and the round ends. */
  isProbe: boolean;
  /** Counts what becomes of the emails. */
  done: SentCounts;
};

const MOST_LINES = 10;
/** Many servers end a connection after as many. */
const MOST_PER_LINE = 100;
/** After this many broken lines in a row, the mail server counts as out of reach. */
const MOST_BROKEN = 5;

/** `open` are the lines in use, `broken` counts the lines that broke since the last email was sent. */
type State = {
  open: Set<KeptLine>;
  broken: number;
  trouble: MailError | undefined;
  hasFailed: boolean;
  refusals: RejectionSeries;
};

/**
 * Sends until no domain has a turn left, over up to ten lines at once, each for one email after another. Returns the
 * problem if the mail server takes no emails; the rest waits. Throws when the database fails.
 */
export async function sendByTurns(round: TurnsRound): Promise<MailError | undefined> {
  const state: State = { open: new Set(), broken: 0, trouble: undefined, hasFailed: false, refusals: [] };
  const most = round.isProbe ? 1 : MOST_LINES;
  const count = Math.max(1, Math.min(most, Math.ceil(round.perMinute / 60)));
  const lines = Array.from({ length: count }, () => sendOverLine(round, state));
  const results = await Promise.allSettled(lines);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  await confirmRejections(round.emails, state.refusals);
  return state.trouble;
}

async function sendOverLine(round: TurnsRound, state: State): Promise<void> {
  const { turns, issue, emails } = round;
  const held = new KeptLine(round.openLine, emails.cut);
  try {
    for (;;) {
      const domain = await nextTurn(round, state);
      if (domain === undefined) return;
      if (!(await isReady(held, round, state))) return turns.giveBack(domain);
      const email = await claimNext(emails.db, { issue, domain, now: emails.now() });
      if (email) await record(round, state, email, await sendEmail(emails, email, held));
      else turns.leave(domain);
      if (email && round.isProbe) return;
    }
  } catch (error) {
    state.hasFailed = true;
    throw error;
  } finally {
    state.open.delete(held);
    held.close();
  }
}

async function nextTurn(
  { turns, signal, emails, mustEnd }: TurnsRound,
  state: State,
): Promise<string | undefined> {
  while (!signal.aborted && !state.trouble && !state.hasFailed && !(await mustEnd())) {
    const turn = turns.next();
    if (!turn || 'domain' in turn) return turn?.domain;
    await emails.stopwatch.wait(Math.min(turn.waitMs, 1000), signal).catch(() => undefined);
  }
  return undefined;
}

/** Opens a line if there is none. A server that accepts fewer lines at once than we open is used with those. */
async function isReady(held: KeptLine, { signal }: TurnsRound, state: State): Promise<boolean> {
  if (held.isUsable()) return true;
  state.open.delete(held);
  try {
    await held.reopen();
    state.open.add(held);
    return true;
  } catch (error) {
    if (state.open.size === 0 && !signal.aborted) state.trouble ??= toMailError(error);
    return false;
  }
}

async function record(round: TurnsRound, state: State, email: ClaimedEmail, sent: Sent): Promise<void> {
  const { done, isProbe, signal, emails } = round;
  const { kind, error } = sent;
  done[kind]++;
  if (kind === 'sent') await confirmRejections(emails, state.refusals);
  if (kind === 'refused' && error) await recordRefusal(round, state, { email, reply: error.reply });
  if (signal.aborted) return;
  const isBroken = error?.trouble === 'unreachable';
  state.broken = isBroken ? state.broken + 1 : 0;
  if (kind === 'stuck' || state.broken >= (isProbe ? 1 : MOST_BROKEN)) state.trouble ??= error;
}

/** A mail server that refuses everything refuses us: then nobody's address is at fault, and all wait. */
async function recordRefusal(round: TurnsRound, state: State, refusal: Rejection): Promise<void> {
  const { emails, isProbe, done } = round;
  if (isOwnFault(refusal, isProbe)) return confirmRejections(emails, [refusal]);
  state.refusals.push(refusal);
  const isOurs = isProbe || state.trouble?.trouble === 'sender' || isAgainstUs(state.refusals);
  if (!isOurs) return;
  const series = state.refusals.splice(0);
  await withdrawRejections(emails, series);
  done.refused -= series.length;
  done.queued += series.length;
  state.trouble ??= new MailError('sender', refusal.reply);
}

/** A line that is kept open for several emails. */
class KeptLine implements HeldLine {
  #line: Line | undefined;
  #left = 0;
  readonly #open: OpenLine;
  readonly #cut: AbortSignal;

  constructor(open: OpenLine, cut: AbortSignal) {
    this.#open = open;
    this.#cut = cut;
  }

  isUsable(): boolean {
    return this.#left > 0 && this.#line?.isOpen() === true;
  }

  line(): Line {
    if (!this.#line) throw new MailError('unreachable', 'not connected');
    this.#left--;
    return this.#line;
  }

  async reopen(): Promise<Line> {
    this.close();
    this.#line = await this.#open(this.#cut);
    this.#left = MOST_PER_LINE;
    return this.#line;
  }

  close(): void {
    this.#line?.close();
    this.#line = undefined;
  }
}

/** An email that the mail server refused for good, with this response. */
type Rejection = { email: ClaimedEmail; reply: string };

/** Those since the last email that was accepted. They count as bounces once another one is, or the round ends. */
type RejectionSeries = Rejection[];

const MOST_ALIKE = 10;
const LEAST_DOMAINS = 3;
const MOST = 20;
const RETRY_MS = MINUTE_MS;

/**
 * Whether this many refusals are about the sender: an account that is suspended, a daily limit. Twenty in a row are, and
 * ten with the same text to several domains.
 */
function isAgainstUs(series: RejectionSeries): boolean {
  if (series.length >= MOST) return true;
  const domains = new Set(series.map(({ email }) => email.domain));
  const texts = new Set(series.map(({ email, reply }) => plainOf(reply, email)));
  return series.length >= MOST_ALIKE && domains.size >= LEAST_DOMAINS && texts.size === 1;
}

/**
 * Whether a refusal is about its recipient whatever became of the others: it was refused before and others were accepted
 * since; or it was refused three times with words about the mailbox, so that the last emails of an issue, all to dead
 * addresses, do not wait for ever.
 */
function isOwnFault({ email, reply }: Rejection, isProbe: boolean): boolean {
  return isProbe ? email.attempts > 2 && bounceKindOf({ reply }) === 'hard' : email.attempts > 1;
}

/** Without what differs from one recipient to the next. */
function plainOf(reply: string, { address }: ClaimedEmail): string {
  return reply.replaceAll(address, '').replace(/[\w.+-]+@[\w.-]+|\d+/g, '');
}

/** The recipients are at fault: each counts as a bounce. Empties the list. */
async function confirmRejections({ db, onRefused }: EmailSending, series: RejectionSeries): Promise<void> {
  for (const { email, reply } of series.splice(0)) await onRefused(db, { tag: email.tag, reply });
}

/** We are at fault: the emails are sent after the others. */
function withdrawRejections({ db, now }: EmailSending, series: RejectionSeries): Promise<void> {
  return requeueRefused(
    db,
    series.map(({ email }) => email.tag),
    now() + RETRY_MS,
  );
}
