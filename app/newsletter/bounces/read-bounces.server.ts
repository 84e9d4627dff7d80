import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import {
  type Mailbox,
  MailboxError,
  type MailboxWay,
  withMailbox,
} from '#app/platform/mail/mailbox.server.ts';
import {
  findMailboxMemory,
  type MailboxMemory,
  saveMailboxMemory,
} from '#app/platform/mail/mailbox-memory.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { readReport } from './read-report.server.ts';
import { findReportedEmail, recordBounce } from './record-bounce.server.ts';
import { type Report, verdictOf } from './report.ts';

/** Older messages are not read: bounces arrive within days, and the mailbox may have been in use for years. */
const OLDEST_MS = 30 * DAY_MS;
/** As many messages are in memory at the same time. */
const BATCH = 16;

type ReadingBounces = { db: WriteDb; way: MailboxWay; now: () => number };

/** What one look into the mailbox found. */
type BouncesRead = { read: number; recorded: number };

/**
 * Reads the new unseen messages of the mailbox and records the bounces and complaints among them. Messages that report
 * on an email of the newsletter are marked as seen, after their bounce is saved; the others stay as they are. What was
 * read is remembered in the same transaction, so that no message is read again or counted twice, even after a crash.
 * Ends when `signal` fires. Throws MailboxError, and notes it for the administrator.
 */
export async function readBounces(reading: ReadingBounces, signal: AbortSignal): Promise<BouncesRead> {
  const { db, way } = reading;
  const name = nameOf(way.imapUrl);
  try {
    return await withMailbox(way, signal, (mailbox) => readNew(reading, mailbox, name, signal));
  } catch (error) {
    if (error instanceof MailboxError) await noteProblem(db, name, error.message);
    throw error;
  }
}

async function readNew(
  { db, now }: ReadingBounces,
  mailbox: Mailbox,
  name: string,
  signal: AbortSignal,
): Promise<BouncesRead> {
  const { uidValidity } = mailbox;
  const known = await findMailboxMemory(db);
  const isSame = known?.mailbox === name && known.uidValidity === uidValidity;
  let memory: MailboxMemory = { mailbox: name, uidValidity, uid: isSame ? known.uid : 0, problem: null };
  await saveMailboxMemory(db, memory);
  const uids = await mailbox.listUnseen(memory.uid, now() - OLDEST_MS);
  const found = { read: 0, recorded: 0 };
  for (let at = 0; at < uids.length && !signal.aborted; at += BATCH) {
    const batch = uids.slice(at, at + BATCH);
    memory = { ...memory, uid: batch.at(-1) ?? memory.uid };
    const messages = await mailbox.readStarts(batch);
    const reports = await Promise.all(
      messages.map(async ({ uid, raw }) => ({ uid, report: await readReport(raw) })),
    );
    const saved = await saveReports(db, reports, memory, now());
    if (saved.ours.length > 0) await mailbox.markSeen(saved.ours);
    found.read += messages.length;
    found.recorded += saved.recorded;
  }
  return found;
}

type Numbered = { uid: number; report: Report };

/** `ours` are the messages that report on emails of the newsletter. */
function saveReports(db: WriteDb, reports: Numbered[], memory: MailboxMemory, now: number) {
  return inTransaction(db, async (transaction) => {
    const ours: number[] = [];
    let recorded = 0;
    for (const { uid, report } of reports) {
      const email = report.kind === 'none' ? undefined : await findReportedEmail(transaction, report.trace);
      if (!email) continue;
      ours.push(uid);
      const verdict = verdictOf(report, email.address);
      const bounce = verdict && { ...verdict, tag: email.tag, via: 'mailbox' };
      if (bounce && (await recordBounce(transaction, bounce, now)) === 'recorded') recorded++;
    }
    await saveMailboxMemory(transaction, memory);
    return { ours, recorded };
  });
}

async function noteProblem(db: WriteDb, mailbox: string, problem: string): Promise<void> {
  const known = await findMailboxMemory(db);
  const memory = known?.mailbox === mailbox ? known : { mailbox, uidValidity: '', uid: 0 };
  await saveMailboxMemory(db, { ...memory, problem });
}

/** Whose mailbox it is, without the password. */
function nameOf(imapUrl: string): string {
  const { username, host, pathname } = new URL(imapUrl);
  return `${username}@${host}${pathname}`;
}
