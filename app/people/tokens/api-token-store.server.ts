import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { accountName } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { ApiTokenRow } from '#app/platform/database/tables/operation-tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { writeAside } from '#app/platform/database/write-aside.ts';
import { DAY_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import type { ApiToken, TokenScope } from './api-token.ts';

const USE_NOTED_MS = 10 * MINUTE_MS;
/** 256 bits; the prefix lets secret scanners find a leaked token. */
const PATTERN = /^blf_[A-Za-z0-9_-]{43}$/;

/** A token as the list shows it to the administrator. */
export type ListedToken = Omit<Selectable<ApiTokenRow>, 'tokenHash'> & { person: string | null };

/** Valid tokens, newest first, then the expired and revoked ones. `now` is UTC epoch milliseconds. */
export async function listApiTokens(db: ReadDb, now: number): Promise<ListedToken[]> {
  const rows = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'scope', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt', 'userId', 'role'])
    .select(accountName('api_token.userId').as('person'))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
  return [...rows.filter((row) => isInForce(row, now)), ...rows.filter((row) => !isInForce(row, now))];
}

/** Whether a token is still valid. `now` is UTC epoch milliseconds. */
export function isInForce(
  { expiresAt, revokedAt }: Pick<ListedToken, 'expiresAt' | 'revokedAt'>,
  now: number,
): boolean {
  return revokedAt === null && expiresAt > now;
}

/** Without `userId`, it is the administrator's. */
type NewToken = {
  name: string;
  scope: TokenScope;
  days: number;
  userId?: string | null;
  role?: ApiToken['role'];
};

/** Creates a token and returns it: this is the only time it is shown. `now` is UTC epoch milliseconds. */
export async function createApiToken(
  db: WriteDb,
  { name, scope, days, userId = null, role = 'admin' }: NewToken,
  now: number,
): Promise<string> {
  const token = `blf_${randomBytes(32).toString('base64url')}`;
  const row = {
    id: randomUUID(),
    name,
    tokenHash: hashOfToken(token),
    scope,
    createdAt: now,
    expiresAt: now + days * DAY_MS,
    lastUsedAt: null,
    revokedAt: null,
    userId,
    role,
  };
  await inTransaction(db, (transaction) => transaction.insertInto('api_token').values(row).execute());
  return token;
}

/** Ends a token from the next call on, and returns its name; undefined if there is none or it has already ended. */
export async function revokeApiToken(db: WriteDb, id: string, now: number): Promise<string | undefined> {
  const row = await inTransaction(db, (transaction) =>
    transaction
      .updateTable('api_token')
      .set({ revokedAt: now })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('name')
      .executeTakeFirst(),
  );
  return row?.name;
}

/** Ends the tokens that belong to no one but the administrator: another one takes over. */
export async function revokeTokensOfAdministrator(db: WriteDb, now: number): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ revokedAt: now })
    .where('userId', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

/**
 * The token of an Authorization header; undefined when it is unknown, revoked or expired. Read from the writable
 * database, so that a revocation takes effect at once on every node. `now` is UTC epoch milliseconds. Records the use,
 * at most once in ten minutes.
 */
export async function findApiToken(db: WriteDb, text: string, now: number): Promise<ApiToken | undefined> {
  if (!PATTERN.test(text)) return undefined;
  const row = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'scope', 'lastUsedAt', 'userId', 'role'])
    .where('tokenHash', '=', hashOfToken(text))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const isDue = row.lastUsedAt === null || row.lastUsedAt < now - USE_NOTED_MS;
  if (isDue) await writeAside(noteUse(db, row.id, now));
  const { id, name, scope, userId, role } = row;
  return { id, name, scope, userId, role };
}

/** The bearer token of an Authorization header; undefined when there is none. */
export function bearerTokenOf(authorization: string | null | undefined): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1];
}

async function noteUse(db: WriteDb, id: string, now: number): Promise<void> {
  await db.updateTable('api_token').set({ lastUsedAt: now }).where('id', '=', id).execute();
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
