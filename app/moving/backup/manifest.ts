import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ReadDb } from '#app/platform/database/handles.ts';

/**
 * 1: tables and pictures. 2: also documents, which readers of 1 take for damage. A backup has the lowest number that
 * describes it, so that the version before an upgrade can read the backup from before it. Every change that older
 * readers refuse is a new number.
 */
const PLAIN_FORMAT = 1;
const NEWEST_FORMAT = 2;

/** The number of the format of a backup with that many documents. */
export function formatWith(documents: number): 1 | 2 {
  return documents === 0 ? PLAIN_FORMAT : NEWEST_FORMAT;
}

/** Whether this version can't know the format. */
export function isFormatNewer(version: unknown): boolean {
  return typeof version === 'number' && version > NEWEST_FORMAT;
}

/** A table's rows, as a compressed file of JSON lines: an array of values in the order of `columns` each. */
const tableEntry = z.object({
  name: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** The entry in the file: compressed. */
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Texts for people and for the next machine, ahead of the tables: notes for the successor, the town's settings. */
const documentNames = ['notes.txt', 'environment'] as const;

export type DocumentName = (typeof documentNames)[number];

/** Far more than a page of notes and all variables have. */
const MOST_DOCUMENT_BYTES = 1024 * 1024;

const documentEntry = z.object({
  name: z.enum(documentNames),
  bytes: z.int().nonnegative().max(MOST_DOCUMENT_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

type DocumentEntry = z.infer<typeof documentEntry>;

/** The first entry of a backup: what it is of, when it was made, and everything it must contain. */
export const manifestSchema = z.object({
  format: z.literal('belfry-backup'),
  version: z.union([z.literal(PLAIN_FORMAT), z.literal(NEWEST_FORMAT)]),
  /** The version of Belfry that made it; absent in backups from before this was noted. */
  madeBy: z.string().max(100).optional(),
  kind: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations that have run on the database, in order. */
  schema: z.array(z.string()).min(1),
  /** They follow the manifest; absent in backups without any. */
  documents: z.array(documentEntry).max(documentNames.length).optional(),
  /** In the order in which they can be filled. */
  tables: z.array(tableEntry),
  /** How many files of pictures follow the tables; an empty list in backups from before there were pictures. */
  media: z.union([z.object({ files: z.int().nonnegative() }), z.tuple([])]),
});

export type Manifest = z.infer<typeof manifestSchema>;

export type TableEntry = Manifest['tables'][number];

/** How many files of pictures a backup has. */
export function countManifestFiles({ media }: Manifest): number {
  return 'files' in media ? media.files : 0;
}

/** How many rows all tables have together. */
export function countManifestRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** A text for people or for the next machine. It is held in memory only, because it may contain secrets. */
export type TownDocument = { name: DocumentName; text: string };

/** Composes the texts that go into a backup; `db` is the town as of the moment of the backup. */
export type WriteDocuments = (db: ReadDb) => Promise<TownDocument[]>;

/** As the manifest lists it. */
export function describeDocument({ name, text }: TownDocument): DocumentEntry {
  const content = Buffer.from(text);
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
