import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { type Letter, queueMail } from '#app/platform/mail/mail-queue.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { fieldsOfNotes } from './successor.ts';
import {
  findNotified,
  findSuccessor,
  findSuccessorSince,
  type Successor,
  saveNotified,
} from './successor-store.server.ts';
import { listTownFacts, type TownFact } from './town-documents.server.ts';

type Sending = { settings: Settings; now: number; reason: 'asked' | 'quiet' };

/** Queues the instructions for the successor. Returns false when there is no address. */
export async function sendInstructions(db: WriteDb, { settings, now, reason }: Sending): Promise<boolean> {
  return inTransaction(db, async (write) => {
    const successor = await findSuccessor(write);
    if (successor.email === '') return false;
    const [town, facts] = await Promise.all([findTown(write), listTownFacts(write, settings)]);
    const letter = composeInstructions({ title: town.title, url: settings.url, successor, facts, reason });
    await queueMail(write, letter, now);
    await saveNotified(write, now);
    return true;
  });
}

type Composing = {
  title: string;
  url: string;
  successor: Successor;
  facts: TownFact[];
  reason: Sending['reason'];
};

function composeInstructions({ title, url, successor, facts, reason }: Composing): Letter {
  const why =
    reason === 'asked'
      ? `The administrator of ${title} has named you as the person who takes over, and sends you these instructions.`
      : `The administrator of ${title} has named you as the person who takes over, and has not visited the site for ${successor.afterDays} days. Please ask them first whether all is well.`;
  const notes = fieldsOfNotes.filter(({ name }) => successor[name] !== '');
  return {
    to: successor.email,
    kind: 'successor',
    subject: `How to take over ${title}`,
    paragraphs: [
      `Hello ${successor.name || 'there'}. ${why}`,
      // A paragraph is one line.
      ...notes.flatMap(({ name, label }) => `${label}: ${successor[name]}`.split('\n').filter(Boolean)),
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      'To bring the site back on another machine, install Belfry as its README says, get the newest backup file and its passphrase, and run: belfry restore FILE (in a clone of the project: npm run belfry -- restore FILE). Or start an empty site, open the set-up link that it prints, and choose “Restore from a file”.',
      'The passphrase is not in this email. If nobody continues the site, belfry freeze keeps it readable for good, and belfry export site FOLDER writes it as files that need no server.',
    ],
    action: { label: 'Open the site', url },
  };
}

/**
 * Whether the instructions are due: they are switched on, and the administrator has not visited the site for that many
 * days. Once for each absence: a visit afterwards makes the next one possible. Not while the jobs wait after a restore,
 * when the last visit is that of the backup.
 */
async function areInstructionsDue(db: ReadDb, settings: Settings, now: number): Promise<boolean> {
  const { email, afterDays } = await findSuccessor(db);
  if (email === '' || afterDays === 0 || (await findPause(db))) return false;
  const last = await findLastSeen(db, settings);
  if (last === undefined || now - last < afterDays * DAY_MS) return false;
  const notified = await findNotified(db);
  return notified === undefined || notified < last;
}

/**
 * When the administrator was last here: their newest session or entry in the activity log, or when the successor was
 * last saved; undefined without an administrator.
 */
async function findLastSeen(db: ReadDb, settings: Settings): Promise<number | undefined> {
  const administrator = await findAdministrator(db, settings);
  if (!administrator) return undefined;
  const [session, entry, saved] = await Promise.all([
    db
      .selectFrom('session')
      .select(({ fn }) => fn.max<number | null>('lastSeenAt').as('at'))
      .where('userId', '=', administrator.id)
      .executeTakeFirst(),
    db
      .selectFrom('audit_entry')
      .select('at')
      .where('actor', '=', 'admin')
      .where('actorId', '=', administrator.id)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    findSuccessorSince(db),
  ]);
  return Math.max(Number(session?.at ?? 0), Number(entry?.at ?? 0), saved);
}

/** Sends the instructions if they are due; of several processes at once, one does. Returns whether it sent them. */
export function sendDueInstructions(db: WriteDb, settings: Settings, now: number): Promise<boolean> {
  return inTransaction(db, async (write) => {
    await lockName(write, 'successor');
    return (await areInstructionsDue(write, settings, now))
      ? sendInstructions(write, { settings, now, reason: 'quiet' })
      : false;
  });
}
