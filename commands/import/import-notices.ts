import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ImportCounts, RefusedRecord } from '#app/items/content/import-records.server.ts';
import { listProblems } from '#app/items/content/item-schema.ts';
import { storedLinkOf } from '#app/items/text/own-link.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { noticeSchema } from '#app/town/notices/notice-schema.server.ts';
import { findNotice, keepNotice } from '#app/town/notices/notice-store.server.ts';
import { readRecords } from './json-records.ts';

/** As `export` writes it. */
const noticeRecord = noticeSchema.extend({
  id: z.uuid('Enter the id of a notice'),
  startsAt: noticeSchema.shape.startsAt.unwrap(),
  plannedEnd: z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .nullable()
    .default(null),
  source: z.string().nullable().default(null),
});

type ImportingNotices = {
  siteUrl: string;
  now: number;
  dryRun: boolean;
  signal: AbortSignal;
  onRefused: (refusal: RefusedRecord) => void;
  onProgress: (read: number) => void;
};

/** Imports the notices of an export, past ones included. None of them is emailed, because it was where it was written. */
export async function importNotices(
  db: WriteDb,
  file: string,
  options: ImportingNotices,
): Promise<ImportCounts> {
  const { siteUrl, now, dryRun, signal, onRefused, onProgress } = options;
  const counts: ImportCounts = { read: 0, added: 0, changed: 0, unchanged: 0, refused: 0 };
  for await (const record of readRecords(file)) {
    if (signal.aborted) break;
    counts.read++;
    const { success, data, error } = noticeRecord.safeParse(record);
    if (!success) {
      counts.refused++;
      const id = (record as { id?: unknown } | null)?.id;
      onRefused({
        record: counts.read,
        id: typeof id === 'string' ? id : undefined,
        problems: listProblems(error),
      });
      continue;
    }
    const known = await findNotice(db, data.id);
    const notice = {
      ...data,
      link: data.link && storedLinkOf(data.link, { siteUrl }),
      email: data.email && data.endsAt <= now,
      createdAt: known?.createdAt ?? now,
      createdBy: known?.createdBy ?? null,
    };
    if (
      known &&
      isDeepStrictEqual({ ...known, link: known.link && storedLinkOf(known.link, { siteUrl }) }, notice)
    ) {
      counts.unchanged++;
    } else {
      counts[known ? 'changed' : 'added']++;
      if (!dryRun) await keepNotice(db, notice);
    }
    onProgress(counts.read);
  }
  return counts;
}
