import { createHash, randomInt } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  CODE_LENGTH,
  CODE_LETTERS,
  CODES_AT_ONCE,
  parseRecoveryCode,
  spellRecoveryCode,
} from './recovery-code.ts';

/** How many codes are left, and when they were created (UTC epoch milliseconds; undefined without any). */
export type RecoveryCodesStatus = { left: number; createdAt: number | undefined };

/**
 * Creates new codes and returns them formatted for people; earlier ones stop working. Only hashes are stored. `now` is
 * UTC epoch milliseconds.
 */
export async function replaceRecoveryCodes(db: WriteDb, userId: string, now: number): Promise<string[]> {
  const codes = Array.from({ length: CODES_AT_ONCE }, createCode);
  await removeRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ codeHash: hashOf(code), userId, createdAt: now })))
    .execute();
  return codes.map(spellRecoveryCode);
}

export async function findRecoveryCodesStatus(db: ReadDb, userId: string): Promise<RecoveryCodesStatus> {
  const { left, createdAt } = await db
    .selectFrom('recovery_code')
    .select((eb) => [
      eb.fn.countAll<number>().as('left'),
      eb.fn.max<number | null>('createdAt').as('createdAt'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { left: Number(left), createdAt: createdAt ?? undefined };
}

/**
 * The account of the address whose code was typed. Takes as long whether or not there is one. Reading does not
 * use the code up.
 */
export async function findCodeOwner(db: ReadDb, address: string, typed: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('recovery_code')
    .leftJoin('verified_address', 'verified_address.userId', 'recovery_code.userId')
    .leftJoin('address_claim', 'address_claim.userId', 'recovery_code.userId')
    .select('recovery_code.userId')
    .where('codeHash', '=', hashOf(parseRecoveryCode(typed) ?? ''))
    .where((eb) =>
      eb.or([eb('verified_address.address', '=', address), eb('address_claim.address', '=', address)]),
    )
    .executeTakeFirst();
  return row?.userId;
}

/** Uses the code up. True for exactly one of any number of concurrent calls. */
export async function redeemRecoveryCode(db: WriteDb, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(parseRecoveryCode(typed) ?? ''))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function removeRecoveryCodes(db: WriteDb, userId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('userId', '=', userId).execute();
}

function createCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

/** Codes are random, so no salt and no slow hash are needed. */
function hashOf(code: string): string {
  return createHash('sha256').update(`recovery code\n${code}`).digest('hex');
}
