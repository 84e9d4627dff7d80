/** Sends the issues that are due: in one process at a time, which holds the lease of the job. */
import { topicsOf } from '#app/newsletter/issues/edition.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { realStopwatch, type Stopwatch } from '#app/platform/database/lease.server.ts';
import type { MailError } from '#app/platform/mail/mail-error.ts';
import { type Stop, withGrace } from '#app/platform/mail/sending-grace.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import {
  findLastMove,
  findStart,
  finishIssue,
  giveUpClaims,
  hasDueEmails,
  isRunning,
  listDueDomains,
  listRunning,
} from './claims.server.ts';
import { fillRecipients } from './fill-recipients.server.ts';
import { LATE_MS, pauseIssue } from './issue-actions.server.ts';
import { openIssueEmails } from './issue-emails.server.ts';
import { DomainTurns } from './rates.ts';
import { sendByTurns } from './send-by-turns.server.ts';
import type { EmailSending, SentCounts } from './send-email.server.ts';
import { clearSendingError, findSendingError, recordSendingError } from './sending-error.server.ts';
import type { OpenLine } from './transport.server.ts';
import { hasUrgent, isStillUp, startUrgentIssues, withdrawQueued } from './urgent-issues.server.ts';

export type IssueSending = {
  db: WriteDb;
  settings: Pick<Settings, 'url' | 'mailFrom' | 'dkim'>;
  /** The site's name. */
  title: string;
  openLine: OpenLine;
  /** UTC epoch milliseconds. */
  now: () => number;
  stopwatch?: Stopwatch;
  /** Called for each email that the mail server refused for good. */
  onRefused?: EmailSending['onRefused'];
  report: (report: IssueReport) => void;
} & Stop;

/** What a round did, for the log: without addresses. */
export type IssueReport = SentCounts & { issue: string; trouble?: string };

/** Whether there is an issue that `sendIssues` can go on with: cheap enough to check every few seconds. */
export async function hasIssuesToSend(db: ReadDb, now: number): Promise<boolean> {
  if (await hasUrgent(db, now)) return true;
  for (const { id, startedAt } of await listRunning(db))
    if (startedAt === null || (await hasDueEmails(db, id, now))) return true;
  return false;
}

/**
 * Sends what is due. Each email is claimed, sent and marked on its own: it is sent once, or nobody knows whether it was
 * and it is never sent again. Returns the problem when the mail server takes no emails; then try again after a while.
 * Throws only when the database fails.
 */
export function sendIssues(sending: IssueSending): Promise<MailError | undefined> {
  const { db, signal } = sending;
  return withGrace(sending, async (cut) => {
    await startUrgentIssues(db, { town: await findTown(db), now: sending.now() });
    for (const { id } of await listRunning(db)) {
      if (signal.aborted) return undefined;
      const trouble = await sendIssue(sending, id, cut);
      if (trouble) return trouble;
    }
    return undefined;
  });
}

async function sendIssue(
  sending: IssueSending,
  id: string,
  cut: AbortSignal,
): Promise<MailError | undefined> {
  const { db, now, signal, report } = sending;
  if (await holdIfLate(sending, id)) return undefined;
  await giveUpClaims(db, id, now());
  const issue = await fill(sending, id);
  if (!issue || signal.aborted) return undefined;
  const done: SentCounts = { sent: 0, refused: 0, unknown: 0, queued: 0, withdrawn: 0, stuck: 0 };
  const trouble = await sendDue(sending, issue, { cut, done });
  if (issue.edition.urgent && !(await isStillUp(db, issue.edition, now())))
    await withdrawQueued(db, id, now());
  if (Object.values(done).some((count) => count > 0) || trouble)
    report({ issue: id, ...done, ...(trouble ? { trouble: trouble.trouble } : {}) });
  if (!trouble) await finishIssue(db, id, now());
  else await recordSendingError(db, trouble, now());
  return trouble;
}

/**
 * When nothing was tried for six hours, because this site was down, or the mail server has taken nothing for as long, a
 * person decides whether the issue is still worth sending.
 */
async function holdIfLate({ db, now }: IssueSending, id: string): Promise<boolean> {
  const start = await findStart(db, id);
  const trouble = await findSendingError(db);
  const last = trouble?.at ?? (await findLastMove(db, id));
  if (now() <= Math.max(start, last) + LATE_MS) return false;
  await pauseIssue(db, id, { heldAt: now(), heldFor: 'late' });
  return true;
}

type Started = Issue & { edition: NonNullable<Issue['edition']>; startedAt: number };

/** The issue with its recipients; undefined when sending was stopped before all were there. */
async function fill({ db, now, signal }: IssueSending, id: string): Promise<Started | undefined> {
  const found = await findIssue(db, id);
  if (!found?.edition) return undefined;
  if (found.startedAt !== null) return found as Started;
  await fillRecipients(db, { ...found, edition: found.edition }, { now: now(), signal });
  const filled = await findIssue(db, id);
  return filled?.startedAt == null ? undefined : (filled as Started);
}

type Round = { cut: AbortSignal; done: SentCounts };

async function sendDue(
  sending: IssueSending,
  issue: Started,
  { cut, done }: Round,
): Promise<MailError | undefined> {
  const { db, now, signal, settings, title, openLine, stopwatch = realStopwatch } = sending;
  const plan = await findNewsletterPlan(db);
  const turns = new DomainTurns(plan, stopwatch.elapsed);
  const emails = {
    db,
    now,
    stopwatch,
    cut,
    compose: openIssueEmails({ issue, plan, settings, title }),
    available: topicsOf(issue.edition),
    startedAt: Math.max(issue.startedAt, issue.sendAt ?? 0),
    onRefused: sending.onRefused ?? (async () => undefined),
  };
  const { urgent } = issue.edition;
  const mustEnd = async () => (urgent ? !(await isStillUp(db, issue.edition, now())) : hasUrgent(db, now()));
  const round = {
    emails,
    issue: issue.id,
    turns,
    signal,
    mustEnd,
    openLine,
    perMinute: plan.perMinute,
    done,
  };
  while (!signal.aborted && (await isRunning(db, issue.id)) && !(await mustEnd())) {
    const domains = await listDueDomains(db, issue.id, now());
    if (domains.length === 0) return undefined;
    turns.start(domains);
    // A mail server that takes no emails must not make many of them unknown.
    const isProbe = (await findSendingError(db)) !== undefined;
    const trouble = await sendByTurns({ ...round, isProbe });
    if (trouble) return trouble;
    if (isProbe && !signal.aborted) await clearSendingError(db);
  }
  return undefined;
}
