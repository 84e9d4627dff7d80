import { createHash } from 'node:crypto';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { DocumentEntry, DocumentName } from './manifest.ts';

/** A text for people or for the next machine. It is held in memory only, because it may contain secrets. */
export type TownDocument = { name: DocumentName; text: string };

/** Composes the texts that go into a backup; `db` is the town as of the moment of the backup. */
export type WriteDocuments = (db: ReadDb) => Promise<TownDocument[]>;

/** As the manifest lists it. */
export function describeDocument({ name, text }: TownDocument): DocumentEntry {
  const content = Buffer.from(text);
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
