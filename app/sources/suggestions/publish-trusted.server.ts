/** Events that are published without a decision, because their sender is trusted. */
import type { Editor } from '#app/items/drafts/editor.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import type { DecideContext } from '#app/sources/inbox/decision.ts';
import { batchOfTrusted } from '#app/sources/inbox/decision-record.server.ts';
import { carryOut } from '#app/sources/inbox/decisions.server.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { listPossibleDuplicates } from './possible-duplicates.server.ts';
import { isTrustedSender } from './sender-trust.server.ts';
import { isBlocked, type Suggestion, suggestionColumns } from './suggestion-store.server.ts';

/** What publishing needs: there is no editor. */
export type TrustContext = Omit<DecideContext, 'by'>;

/** Who versions name as their author. */
const TRUSTED_SENDER: Editor = { userId: null, token: 'Trusted sender' };

/**
 * Publishes a waiting suggestion if its sender is trusted and nothing speaks against it, with a line in the activity log.
 * `input` is the text that a reader of the address's emails has sent or seen: no other is published. Any editor can undo
 * it. Returns whether it is on the site now; otherwise it waits as before.
 */
export async function publishIfTrusted(
  context: TrustContext,
  { id, input }: Pick<Suggestion, 'id' | 'input'>,
): Promise<boolean> {
  if (context.town.trustAfter === 'never') return false;
  return inTransaction(context.write, async (write) => {
    await lockName(write, SOURCE_ITEMS);
    const own = await write
      .selectFrom('suggestion')
      .select(suggestionColumns)
      .where('id', '=', id)
      .executeTakeFirst();
    const entry = await write
      .selectFrom('inbox_entry')
      .select(entryColumns)
      .where('id', '=', id)
      .modifyEnd(heldFor(write, 'update', 'inbox_entry'))
      .executeTakeFirst();
    if (own?.input !== input || !entry || !(await mayPublish({ ...context, write }, own, entry)))
      return false;
    const deciding = { ...context, write, by: TRUSTED_SENDER };
    const [outcome] = await carryOut(deciding, [entry], { action: 'publish' }, batchOfTrusted(id));
    if (outcome?.status !== 'done') return false;
    await write.updateTable('suggestion').set({ trusted: 1 }).where('id', '=', id).execute();
    await recordAudit(write, {
      ...{ at: context.now, actor: { kind: 'site' }, action: 'trusted-published' },
      subject: `/${own.collection}/${own.itemId} ${own.title}`,
    });
    return true;
  });
}

/** Whether confirming the address of a waiting suggestion would publish it. */
export async function wouldPublish(context: TrustContext, own: Suggestion): Promise<boolean> {
  if (context.town.trustAfter === 'never' || own.emailHash === null) return false;
  const entry = await context.write
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('id', '=', own.id)
    .executeTakeFirst();
  const confirmed = { ...own, confirmedAt: context.now, sender: own.emailHash };
  return entry !== undefined && mayPublish(context, confirmed, entry);
}

/** An email proves no sender, and news is a claim: both always wait, and so does what an editor has put off. */
async function mayPublish(
  { write: db, town, now, collections, siteUrl }: TrustContext,
  own: Suggestion,
  { startAt, snoozedUntil, item }: InboxEntryRow,
): Promise<boolean> {
  if (own.state !== 'waiting' || own.collection !== 'events') return false;
  if (own.via !== 'form' || own.confirmedAt === null || snoozedUntil !== null) return false;
  if (startAt === null || startAt < startOfToday(now, town.timeZone)) return false;
  // The entry's text is published, and this one was checked.
  if (item !== own.input) return false;
  const input: Record<string, unknown> = JSON.parse(own.input);
  // One that was merged is part of another item.
  if (input.id !== own.itemId || (await hasLink(db, own, input, siteUrl))) return false;
  if (await isBlocked(db, [own.sender, own.emailHash ?? ''], now)) return false;
  if (!(await isTrustedSender(db, own.sender, { collections, after: Number(town.trustAfter), now })))
    return false;
  // Also when its sender said that it is another event: an editor decides that.
  const { collection, title, textKey } = own;
  const read = { collection, title, input, startAt, textKey: textKey ?? '' };
  return (await listPossibleDuplicates(db, read, { collections, town, now })).length === 0;
}

/** An address of the web or of email, also without a scheme: 'example.com', 'june@example.org', '10.0.0.1/x'. */
const LINK = /https?:|www\.|[\p{L}\p{N}]\.\p{L}{2,}|\d(?:\.\d{1,3}){3}[:/]/iu;

/** As it looks: without invisible characters, and with the dots that browsers take for one. */
function visible(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.');
}

/** Whether a text of it, also that of its picture, has a link, or it names a web page. */
async function hasLink(
  db: ReadDb,
  { picture, collection, itemId }: Suggestion,
  { title, description, eventTime, eventLocation, link }: Record<string, unknown>,
  siteUrl: string,
): Promise<boolean> {
  // Without a web page, an event links to its own page.
  const isNamed = link !== `${siteUrl}/${collection}/${itemId}`;
  const alt = picture === null ? null : (await findPicture(db, picture))?.alt;
  const texts = [title, plainLinesOf(String(description ?? '')), eventTime, eventLocation, alt];
  return isNamed || texts.some((text) => LINK.test(visible(String(text ?? ''))));
}
