/** The site's keys for proofs of publication. */
import { generateKeyPairSync } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** Both keys in base64url: `publicKey` raw, `privateKey` in PKCS #8. */
export type ProofKey = { publicKey: string; privateKey: string };

/** The key that signs: the newest. Undefined on a site that nothing was published on since it was restored. */
export async function findProofKey(db: ReadDb): Promise<ProofKey | undefined> {
  return db
    .selectFrom('proof_key')
    .select(['publicKey', 'privateKey'])
    .orderBy('createdAt', 'desc')
    .orderBy('publicKey')
    .limit(1)
    .executeTakeFirst();
}

/** Creates the site's first key, if there is none. */
export async function ensureProofKey(db: WriteDb, now: number): Promise<void> {
  if (!(await findProofKey(db))) await renewProofKey(db, now);
}

/** The public keys, the present one first, with when they were created (UTC epoch milliseconds). */
export async function listProofKeys(db: ReadDb): Promise<{ publicKey: string; createdAt: number }[]> {
  const rows = await db
    .selectFrom('proof_key')
    .select(['publicKey', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('publicKey')
    .execute();
  return rows.map(({ publicKey, createdAt }) => ({ publicKey, createdAt: Number(createdAt) }));
}

/** A new key signs from now on; the earlier ones stay, to verify what they signed. Returns its public half. */
export async function renewProofKey(db: WriteDb, now: number): Promise<string> {
  const keys = generateKeyPairSync('ed25519');
  const publicKey = String(keys.publicKey.export({ format: 'jwk' }).x);
  const privateKey = keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  const [newest] = await listProofKeys(db);
  const createdAt = Math.max(now, (newest?.createdAt ?? 0) + 1);
  await db.insertInto('proof_key').values({ publicKey, privateKey, createdAt }).execute();
  return publicKey;
}
