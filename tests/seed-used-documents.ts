import { collections } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { sampleInputs } from './sample-inputs.ts';
import { seedDocument } from './seed-document.ts';

/** A document with an earlier version, which a published business uses. */
export const USED = {
  id: 'd'.repeat(32),
  text: 'The minutes of November 9',
  earlier: 'A draft of the minutes',
};
/** One that nothing uses. */
export const UNUSED = { id: 'e'.repeat(32), text: 'A plan that is not public', title: 'Plan' };

/** Seeds both. Returns the names of their stored files: the present one of USED, the one of UNUSED, the earlier one. */
export async function seedUsedDocuments(
  db: WriteDb,
  files: MediaFiles,
  now: number,
): Promise<[used: string, unused: string, earlier: string]> {
  const used = await seedDocument(db, files, USED);
  const unused = await seedDocument(db, files, UNUSED);
  const { schema } = collections.businesses.json;
  const input = schema.parse({ ...sampleInputs.businesses, id: 'b9', documents: [USED.id] });
  const saved = await collections.businesses.store.save(db, input, { now });
  if (saved.kind !== 'saved') throw new Error(`The business was not saved: ${JSON.stringify(saved)}`);
  const { file } = await db
    .selectFrom('document_version')
    .select('file')
    .where('document', '=', USED.id)
    .executeTakeFirstOrThrow();
  return [used, unused, file];
}
