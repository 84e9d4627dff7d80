import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * What was published when: the hash of each text that an item has had in public, null for its end. `proof_key` has the
 * Ed25519 keys that sign it, in PKCS #8 and raw, both in base64url; the newest signs. News can be legal notices.
 */
export function createProof(dialect: Dialect): Migration {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const statements = [
    `create table "publication_change" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "number" integer not null,
      "at" ${bigint} not null,
      "sha256" ${key},
      constraint "publication_change_key" primary key ("collection", "itemId", "number"))`,
    `create table "proof_key" (
      "publicKey" ${key} not null primary key,
      "privateKey" text not null,
      "createdAt" ${bigint} not null)`,
    'alter table "news_item" add column "legal" integer not null default 0',
    'create index "news_item_legal" on "news_item" ("pubDate", "id") where "legal" = 1',
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
