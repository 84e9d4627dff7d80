import { openItem } from '#app/desk/form/opened-item.server.ts';
import { adderOf } from '#app/desk/form/picture/sent-picture.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { documentFieldsOf, documentInputOf } from '#app/platform/forms/document-fields.ts';
import {
  type FieldProblems,
  type FieldSpec,
  type FormSpec,
  type FormValues,
  fieldsOf,
} from '#app/platform/forms/field-spec.ts';
import type { Upload } from '#app/platform/media/add-picture.server.ts';
import { type AddedDocument, addDocument } from '#app/platform/media/documents/add-document.server.ts';
import type { DocumentError } from '#app/platform/media/documents/document-errors.ts';
import type { DocumentWords } from '#app/platform/media/documents/document-store.server.ts';

type Args = Parameters<typeof writeContext>[0];

/** Adds an uploaded document to the library, and records it in the activity log when it is new. */
export async function addSentDocument(
  args: Args,
  upload: Upload,
  words: Partial<DocumentWords> = {},
): Promise<AddedDocument | { refusal: DocumentError }> {
  const { services, write, now } = writeContext(args);
  const options = { media: services.media, db: write, now, words, adder: adderOf(args) };
  const added = await addDocument(upload, options);
  if (added.refusal === undefined && added.isNew) {
    const { id, title } = added.document;
    await recordActivity(args, 'document-added', `/admin/documents/${id} ${title}`);
  }
  return added;
}

/** A document that was not added, with its name and the reason. */
export type RefusedDocument = { name: string; problem: string };

/**
 * Adds all documents that came with a form, of one field where it has several. What was refused is named; `status` is that of
 * the last refusal.
 */
export async function addSentDocuments(
  args: Args,
  field?: string,
): Promise<{ ids: string[]; refused: RefusedDocument[]; status: number }> {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const isOfField = (file: { field: string }) => field === undefined || file.field === field;
  const skipped = skippedFiles.filter(isOfField);
  const refused = skipped.map(({ name, refusal }) => ({ name, problem: refusal.sentence }));
  const ids: string[] = [];
  let status: number = skipped.at(-1)?.refusal.status ?? 200;
  for (const upload of uploads.filter(isOfField)) {
    const added = await addSentDocument(args, upload);
    if (added.refusal === undefined) ids.push(added.document.id);
    else {
      refused.push({ name: upload.name, problem: added.refusal.sentence });
      status = added.refusal.status;
    }
  }
  return { ids, refused, status };
}

/**
 * Puts the item's documents into `values` where the form did not send its field of documents: a page that was opened before
 * an upgrade, a script, or a page whose field has not arrived yet says nothing about them.
 */
export async function keepUnsentDocuments(
  { values, names }: { values: FormValues; names: string[] },
  collection: Collection,
  db: ReadDb,
): Promise<void> {
  const { fields: spec } = collection.form;
  // Of a part of the form that was not sent at all, nothing is known.
  const isSent = ({ fold }: FieldSpec) =>
    fold === undefined || fieldsOf(spec).some((field) => field.fold === fold && names.includes(field.name));
  const unsent = documentFieldsOf(spec).filter((field) => !names.includes(field.name) && isSent(field));
  if (unsent.length === 0) return;
  const { item, draft } = await openItem(collection, db, values.id);
  const input = (draft ?? item)?.input ?? {};
  const shown = collection.form.toFormJson?.(input, 'UTC') ?? input;
  for (const { name } of unsent) {
    const ids = shown[name];
    if (Array.isArray(ids)) values[name] = ids.map(String);
  }
}

/**
 * Adds the documents that came with an item's form to the library, and their ids to `values`. Returns why some could not be
 * added, by field; the others are added.
 */
export async function addFormDocuments(
  args: Args,
  spec: FormSpec,
  values: FormValues,
): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  const { viewer, uploads } = args.context.get(requestContextKey);
  for (const { name, isSingle } of documentFieldsOf(spec)) {
    if (viewer.kind === 'contributor' && uploads.some(({ field }) => field === documentInputOf(name))) {
      problems[name] = 'Only editors can add documents';
      continue;
    }
    const { ids, refused } = await addSentDocuments(args, documentInputOf(name));
    const chosen = [values[name] ?? []].flat().filter(Boolean);
    const all = [...new Set([...chosen, ...ids])];
    values[name] = isSingle ? all.slice(-1) : all;
    if (refused.length > 0)
      problems[name] = refused.map(({ name: file, problem }) => `${file}: ${problem}`).join(' ');
  }
  return problems;
}
