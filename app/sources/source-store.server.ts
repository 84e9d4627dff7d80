/** The sources of the town, as editors manage them. What their checks find out is written by `record-check.server.ts`. */
import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { forgetWaiting } from '#app/sources/checks/forget-waiting.server.ts';
import type { SourceInput } from './source.ts';

/** The next check of a source that is paused or stopped. */
export const NEVER = 8_640_000_000_000_000;

/** Held while addresses are compared and written. */
const ADDRESSES = 'source addresses';

/** What a source loses when it is to be read again from the start, whatever its last checks were. */
const freshStart = {
  stopped: null,
  failures: 0,
  failingSince: null,
  problem: null,
  slow: 0,
  etag: null,
  modified: null,
  digest: null,
  movedTo: null,
  movedTimes: 0,
};

/** `taken`: another source, `id`, has the address. */
export type AddedSource = { outcome: 'added' | 'taken'; id: string };

/**
 * Adds a source, which is due at once. One that was removed returns with its items and their decisions. `by` is the
 * account of the editor, null for a program.
 */
export function addSource(
  db: WriteDb,
  input: SourceInput,
  { by, now }: { by: string | null; now: number },
): Promise<AddedSource> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, ADDRESSES);
    const known = await findByAddress(transaction, input.address);
    if (known && known.removedAt === null) return { outcome: 'taken', id: known.id };
    const id = known?.id ?? randomUUID();
    const created = { createdAt: now, createdBy: by };
    const row = rowOf(input);
    if (known)
      await transaction
        .updateTable('source')
        .set((eb) => ({ ...row, ...created, removedAt: null, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
    else
      await transaction
        .insertInto('source')
        .values({ id, ...row, ...created, site: null, version: 1, removedAt: null, confirmedAt: null })
        .execute();
    await startAgain(transaction, id, now);
    return { outcome: 'added', id };
  });
}

function rowOf({ areas, ...input }: SourceInput) {
  return { ...input, areas: JSON.stringify(areas) };
}

/** With other values of these, what the source lists means something else. */
const readAgainFor = ['address', 'zone', 'feeds', 'areas', 'severity'] as const;

/** `conflict`: `current` has changed since that version. `taken`: another source, `id`, has the address. */
export type ChangedSource =
  | { outcome: 'changed' }
  | { outcome: 'missing' }
  | { outcome: 'conflict'; current: number }
  | { outcome: 'taken'; id: string };

/**
 * Changes a source, if its version is still `version`; without one whatever it is. With another address, zone, kind of
 * items or choice of warnings it is read again at once, and a stopped one is no longer stopped.
 */
export function changeSource(
  db: WriteDb,
  { id, version }: { id: string; version?: number | undefined },
  input: SourceInput,
  now: number,
): Promise<ChangedSource> {
  return inTransaction(db, async (transaction) => {
    const current = await lockSource(transaction, id);
    if (!current) return { outcome: 'missing' };
    if (version !== undefined && current.version !== version)
      return { outcome: 'conflict', current: current.version };
    const other = await freeAddress(transaction, input.address, id);
    if (other !== undefined) return { outcome: 'taken', id: other };
    const row = rowOf(input);
    await transaction
      .updateTable('source')
      .set({ ...row, version: current.version + 1 })
      .where('id', '=', id)
      .execute();
    const isReadAgain = readAgainFor.some((field) => row[field] !== current[field]);
    if (isReadAgain) await readAgain(transaction, id, now);
    else if (input.every < current.every) await checkWithin(transaction, id, now + input.every * MINUTE_MS);
    return { outcome: 'changed' };
  });
}

/**
 * Removes a source: what it brought stays on the site, and what waits for review is forgotten. Returns false if there is
 * none.
 */
export function removeSource(db: WriteDb, id: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('source')
      .set((eb) => ({ removedAt: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await forgetWaiting(transaction, id);
    await transaction
      .updateTable('source_state')
      .set({ nextAt: NEVER, requestedAt: null })
      .where('source', '=', id)
      .execute();
    return true;
  });
}

/** It is not checked until it is resumed. Returns false if there is no such source. */
export function pauseSource(db: WriteDb, id: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockSource(transaction, id))) return false;
    await transaction
      .updateTable('source_state')
      .set({ paused: 1, nextAt: NEVER, requestedAt: null })
      .where('source', '=', id)
      .execute();
    return true;
  });
}

/**
 * Checks the source again, from now on. One that moved gets its new address, which confirms it; `taken`: another
 * source, `id`, has that address already, and nothing changes.
 */
export function resumeSource(
  db: WriteDb,
  id: string,
  now: number,
): Promise<{ outcome: 'resumed' | 'missing' } | { outcome: 'taken'; id: string }> {
  return inTransaction(db, async (transaction) => {
    const source = await lockSource(transaction, id);
    if (!source) return { outcome: 'missing' };
    const { newAddress } = source;
    if (newAddress !== null) {
      const other = await freeAddress(transaction, newAddress, id);
      if (other !== undefined) return { outcome: 'taken', id: other };
      await transaction
        .updateTable('source')
        .set({ address: newAddress, version: source.version + 1 })
        .where('id', '=', id)
        .execute();
    }
    await startAgain(transaction, id, now);
    return { outcome: 'resumed' };
  });
}

/**
 * The source is checked next, once even if it is paused or stopped. Returns false if there is none. The request is
 * settled when `source_state.requestedAt` is null or later.
 */
export async function requestCheck(db: WriteDb, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('source_state')
    .set({ requestedAt: now, nextAt: now })
    .where('source', '=', id)
    .where('source', 'in', (eb) => eb.selectFrom('source').select('id').where('removedAt', 'is', null))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function findByAddress(db: ReadDb, address: string) {
  return db
    .selectFrom('source')
    .select(['id', 'removedAt'])
    .where('address', '=', address)
    .executeTakeFirst();
}

async function lockSource(db: WriteDb, id: string) {
  const source = await db
    .selectFrom('source')
    .select(['id', 'address', 'feeds', 'zone', 'every', 'areas', 'severity', 'version'])
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .modifyEnd(heldFor(db, 'update', 'source'))
    .executeTakeFirst();
  if (!source) return undefined;
  const state = await db
    .selectFrom('source_state')
    .select(['stopped', 'movedTo', 'failures'])
    .where('source', '=', id)
    .executeTakeFirstOrThrow();
  const hasMoved = state.stopped === 'moved' || state.failures > 0;
  return { ...source, newAddress: hasMoved ? state.movedTo : null };
}

/**
 * Frees the address for the source `id`: undefined when nothing else has it, otherwise the source that does. A removed
 * source gives it up.
 */
export async function freeAddress(db: WriteDb, address: string, id: string): Promise<string | undefined> {
  await lockName(db, ADDRESSES);
  const other = await findByAddress(db, address);
  if (!other || other.id === id) return undefined;
  if (other.removedAt === null) return other.id;
  await db
    .updateTable('source')
    .set({ address: `${address}#${other.id}` })
    .where('id', '=', other.id)
    .execute();
  return undefined;
}

/** It is due at once and has no past failures. */
async function startAgain(db: WriteDb, source: string, now: number): Promise<void> {
  const state = { ...freshStart, paused: 0, nextAt: now, requestedAt: null, emptiedAt: null };
  await db
    .insertInto('source_state')
    .values({ source, ...state, checkedAt: null, succeededAt: null, newAt: null, format: null })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(state))
    .execute();
}

/** The same, unless it is paused: then when it is resumed. */
async function readAgain(db: WriteDb, source: string, now: number): Promise<void> {
  await db
    .updateTable('source_state')
    .set((eb) => ({
      ...freshStart,
      nextAt: eb.case().when('paused', '=', 1).then(NEVER).else(now).end(),
    }))
    .where('source', '=', source)
    .execute();
}

async function checkWithin(db: WriteDb, source: string, at: number): Promise<void> {
  await db
    .updateTable('source_state')
    .set({ nextAt: at })
    .where('source', '=', source)
    .where('paused', '=', 0)
    .where('stopped', 'is', null)
    .where('failures', '=', 0)
    .where('nextAt', '>', at)
    .execute();
}
