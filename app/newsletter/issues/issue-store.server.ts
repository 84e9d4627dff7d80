/** The issues of the newsletter. What happens to one from its sending on is written by `app/newsletter/sending`. */
import { randomUUID } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';
import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { drawItems } from './draw-items.server.ts';
import type { Edition } from './edition.ts';
import { type Issue, type IssueChanges, type ItemKey, isOpen } from './issue.ts';
import { type IssueContext, resolveIssue } from './resolve-issue.server.ts';

const columns = [
  'id',
  'number',
  'occasion',
  'slug',
  'audience',
  'state',
  'subject',
  'ownSubject',
  'preview',
  'note',
  'choices',
  'edition',
  'sinceAt',
  'builtAt',
  'unreviewed',
  'approvedAt',
  'sendAt',
  'startedAt',
  'finishedAt',
  'heldAt',
  'heldFor',
  'endedFor',
  'createdAt',
  'createdBy',
  'version',
] as const;

/** The last built first. */
export const issueOrder: ListOrder = { column: 'createdAt', direction: 'desc', kind: 'number' };

/** Issues that are being sent or were sent, the last first. */
export const sentOrder: ListOrder = { column: 'number', direction: 'desc', kind: 'number' };

function issueOf({ ownSubject, choices, edition, ...row }: Selectable<IssueRow>): Issue {
  return {
    ...row,
    ownSubject: ownSubject === 1,
    choices: JSON.parse(choices),
    edition: edition === null ? null : JSON.parse(edition),
  };
}

function selectIssues(db: ReadDb) {
  return db.selectFrom('newsletter_issue').select(columns);
}

export async function findIssue(db: ReadDb, id: string): Promise<Issue | undefined> {
  const row = await selectIssues(db).where('id', '=', id).executeTakeFirst();
  return row && issueOf(row);
}

/** Issues in these states, by default in all, the last built first. */
export async function listIssues(
  db: ReadDb,
  { states }: { states?: Issue['state'][] | undefined },
  request: PageRequest,
): Promise<Page<Issue>> {
  const query = selectIssues(db).$if(states !== undefined, (all) => all.where('state', 'in', states ?? []));
  const page = await paginate(query, issueOrder, request);
  return { ...page, items: page.items.map(issueOf) };
}

/**
 * `by` is the account of the editor, null for a program or the schedule. An issue with an `occasion`, the schedule's
 * key, is built only once.
 */
type BuildRequest = {
  by: string | null;
  audience: Issue['audience'];
  occasion?: string | undefined;
  sendAt?: number | undefined;
  unreviewed?: Issue['unreviewed'] | undefined;
  state?: 'draft' | 'scheduled' | undefined;
};

/** `known`: the issue of the occasion was built before. */
type BuiltIssue = { kind: 'built' | 'known'; issue: Issue };

/** Builds an issue from what was published since the last one of its audience, and what is coming up. */
export function buildIssue(db: WriteDb, context: IssueContext, request: BuildRequest): Promise<BuiltIssue> {
  return inTransaction(db, async (transaction) => {
    const { by, audience, occasion = null, sendAt = null, unreviewed = null, state = 'draft' } = request;
    const content = await drawContent(transaction, context, { audience, sendAt, id: '' });
    const id = randomUUID();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('newsletter_issue')
      .values({
        ...content,
        id,
        occasion,
        audience,
        state,
        unreviewed,
        sendAt,
        createdAt: context.now,
        createdBy: by,
        version: 1,
      })
      .onConflict((conflict) => conflict.column('occasion').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n)
      return { kind: 'built', issue: (await findIssue(transaction, id)) as Issue };
    const known = selectIssues(transaction).where('occasion', '=', occasion);
    return { kind: 'known', issue: issueOf(await known.executeTakeFirstOrThrow()) };
  });
}

/** The first issue contains what was published in the last seven days. */
const FIRST_MS = 7 * DAY_MS;

type Drawn = Pick<Issue, 'audience' | 'sendAt' | 'id'>;

/** What an issue that is built now contains. */
async function drawContent(db: ReadDb, context: IssueContext, drawn: Drawn) {
  const builtAt = context.now;
  const last = await findLast(db, drawn);
  const sinceAt = last?.builtAt ?? builtAt - FIRST_MS;
  const choices = await drawItems(db, { since: sinceAt, until: builtAt, last: last?.items });
  const texts = { ownSubject: false, subject: '', preview: '', note: '' };
  const plain = { ...drawn, ...texts, choices, sinceAt, builtAt, edition: null, number: null };
  const { subject } = await resolveIssue(db, context, plain);
  return { subject, sinceAt, builtAt, choices: JSON.stringify(choices) };
}

/** The last issue that this audience got, other than this one: until when it was built, and its items. */
async function findLast(
  db: ReadDb,
  { audience, id }: Drawn,
): Promise<{ builtAt: number; items: ItemKey[] } | undefined> {
  const audiences: Issue['audience'][] =
    audience === 'daily' ? ['daily', 'everyone'] : ['weekly', 'everyone'];
  const row = await db
    .selectFrom('newsletter_issue')
    .select(['builtAt', 'choices'])
    .where('number', 'is not', null)
    .where('audience', 'in', audiences)
    .where('id', '<>', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { builtAt: row.builtAt, items: JSON.parse(row.choices).items };
}

/**
 * `conflict`: someone else has changed the issue since that version. `settled`: it is being sent, was sent or has
 * expired, so its content no longer changes.
 */
export type ChangeOutcome = { kind: 'saved' | 'conflict' | 'settled'; issue: Issue } | { kind: 'missing' };

/**
 * Changes what an editor decides about an issue. A subject or preview text that is empty, or the automatic one that the
 * issue has already, is automatic: it follows the content. The changes must have passed `issueChangesSchema`.
 */
export function changeIssue(
  db: WriteDb,
  context: IssueContext,
  id: string,
  version: number,
  changes: IssueChanges,
): Promise<ChangeOutcome> {
  return whileOpen(db, id, version, async (transaction, issue) => {
    const { note = issue.note, choices = issue.choices } = changes;
    const texts = writtenTexts(changes, issue, await resolveIssue(transaction, context, issue));
    const edition = await resolveIssue(transaction, context, { ...issue, ...texts, note, choices });
    await saveContent(transaction, issue, {
      subject: edition.subject,
      ownSubject: texts.ownSubject ? 1 : 0,
      preview: texts.preview,
      note,
      choices: JSON.stringify(choices),
    });
    return 'saved';
  });
}

type Texts = Pick<Issue, 'subject' | 'ownSubject' | 'preview'>;

/** The subject and the preview text that an editor wrote. A form sends back the automatic ones that it shows. */
function writtenTexts({ subject, preview }: IssueChanges, issue: Issue, shown: Edition): Texts {
  const { written } = shown;
  const isShown = !written.subject && (subject === shown.subject || subject === issue.subject);
  const ownSubject = subject === undefined ? issue.ownSubject : subject !== '' && !isShown;
  return {
    ownSubject,
    subject: (ownSubject && subject) || issue.subject,
    preview:
      preview === undefined ? issue.preview : !written.preview && preview === shown.preview ? '' : preview,
  };
}

/** Draws the content again, as of now. A subject, preview text and note that an editor wrote stay. */
export function rebuildIssue(
  db: WriteDb,
  context: IssueContext,
  id: string,
  version: number,
): Promise<ChangeOutcome> {
  return whileOpen(db, id, version, async (transaction, issue) => {
    const { subject, ...content } = await drawContent(transaction, context, issue);
    await saveContent(transaction, issue, { ...content, ...(issue.ownSubject ? {} : { subject }) });
    return 'saved';
  });
}

/** Deletes a draft; one of the schedule is canceled instead. One that is scheduled or settled stays. */
export function removeIssue(db: WriteDb, id: string, version: number): Promise<ChangeOutcome> {
  return whileOpen(db, id, version, async (transaction, issue) => {
    if (issue.state !== 'draft') return 'settled';
    // The schedule must not build it again.
    const canceled = { state: 'expired', endedFor: 'canceled' } as const;
    if (issue.occasion !== null)
      await transaction.updateTable('newsletter_issue').set(canceled).where('id', '=', id).execute();
    else await transaction.deleteFrom('newsletter_issue').where('id', '=', id).execute();
    return 'saved';
  });
}

async function saveContent(
  db: WriteDb,
  { id, version }: Issue,
  content: Updateable<IssueRow>,
): Promise<void> {
  await db
    .updateTable('newsletter_issue')
    .set({ ...content, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Runs `work` with the issue, locked until the transaction ends, if its content can still change. */
function whileOpen(
  db: WriteDb,
  id: string,
  version: number,
  work: (db: WriteDb, issue: Issue) => Promise<'saved' | 'settled'>,
): Promise<ChangeOutcome> {
  return inTransaction(db, async (transaction): Promise<ChangeOutcome> => {
    const query = selectIssues(transaction).where('id', '=', id);
    const row = await query.modifyEnd(heldFor(transaction, 'update', 'newsletter_issue')).executeTakeFirst();
    if (!row) return { kind: 'missing' };
    const issue = issueOf(row);
    if (!isOpen(issue)) return { kind: 'settled', issue };
    if (issue.version !== version) return { kind: 'conflict', issue };
    const kind = await work(transaction, issue);
    return { kind, issue: (await findIssue(transaction, id)) ?? issue };
  });
}
