import type { WriteDb } from '#app/platform/database/handles.ts';
import { isLoopback, networkOf } from '#app/platform/throttle/network.server.ts';
import { siteSubject, takeTry } from '#app/platform/throttle/throttle.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { type AuditRecord, auditRowOf } from './audit-log.server.ts';

/**
 * Records what a visitor or member did without letting them fill the log: repetitions within the same hour, by
 * the account or else from the network, are counted in one row. When the site has written too many such rows within an
 * hour, further ones are counted in one row per action. The network of the address is stored as long as all counted
 * actions came from there. `keyedHash` names the row, so that no address can be read from it.
 */
export async function recordCounted(
  db: WriteDb,
  keyedHash: (text: string) => string,
  note: AuditRecord,
): Promise<void> {
  const { at, action } = note;
  const hour = Math.floor(at / HOUR_MS);
  const kind = note.actor.kind === 'member' ? 'member' : 'visitor';
  const network = networkNameOf(note.address);
  const id = keyedHash(JSON.stringify([hour, kind, note.actor.id ?? network, action, note.subject]));
  if (await countAgain(db, id, network)) return;
  if ((await takeTry(db, siteSubject(`${kind}-rows`), at)) === 0)
    return addOrCount(db, id, { ...note, address: network });
  await addOrCount(db, keyedHash(JSON.stringify([hour, kind, action])), { at, actor: { kind }, action });
}

async function addOrCount(db: WriteDb, id: string, note: AuditRecord): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('audit_entry')
    .values({ ...auditRowOf(note), id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) await countAgain(db, id, note.address);
}

async function countAgain(db: WriteDb, id: string, network: string | undefined): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_entry')
    .set((eb) => ({
      count: eb('count', '+', 1),
      address: eb
        .case()
        .when('address', '=', network ?? '')
        .then(eb.ref('address'))
        .end(),
    }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

function networkNameOf(address = ''): string | undefined {
  return isLoopback(address) ? address : networkOf(address);
}
