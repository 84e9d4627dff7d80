import * as z from 'zod';

/** Increased when older programs can't read the new format. */
const FORMAT_VERSION = 1;

/** A table's rows, as a compressed file of JSON lines: an array of values in the order of `columns` each. */
const tableEntry = z.object({
  name: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** The entry in the file: compressed. */
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The first entry of a backup: what it is of, when it was made, and everything it must contain. */
export const manifestSchema = z.object({
  format: z.literal('belfry-backup'),
  version: z.literal(FORMAT_VERSION),
  kind: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations that have run on the database, in order. */
  schema: z.array(z.string()).min(1),
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
