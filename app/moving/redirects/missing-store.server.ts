/** The report of addresses that were requested and not found. An address with a redirect is no longer in it. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';

/** `id` is the address. Instants are UTC epoch milliseconds. */
type MissingAddress = { id: string; requests: number; firstAt: number; lastAt: number };

export const missingOrder: ListOrder = { column: 'requests', direction: 'desc', kind: 'number' };

/** The addresses that were requested most, or those that are ignored. */
export function pageMissing(
  db: ReadDb,
  { ignored }: { ignored: boolean },
  request: PageRequest,
): Promise<Page<MissingAddress>> {
  const open = unanswered(db, ignored).select([
    'missing_address.path as id',
    'requests',
    'firstAt',
    'lastAt',
  ]);
  return paginate(
    db.selectFrom(open.as('listed')).select(['id', 'requests', 'firstAt', 'lastAt']),
    missingOrder,
    request,
  );
}

export async function countMissing(db: ReadDb, { ignored }: { ignored: boolean }): Promise<number> {
  const { count } = await unanswered(db, ignored)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function unanswered(db: ReadDb, ignored: boolean) {
  return db
    .selectFrom('missing_address')
    .leftJoin('redirect', 'redirect.fromPath', 'missing_address.path')
    .where('ignored', '=', ignored ? 1 : 0)
    .where('redirect.fromPath', 'is', null);
}

/** Leaves an address out of the report, or lists it again. */
export async function ignoreMissing(db: WriteDb, path: string, ignored: boolean): Promise<void> {
  await db
    .updateTable('missing_address')
    .set({ ignored: ignored ? 1 : 0 })
    .where('path', '=', path)
    .execute();
}
