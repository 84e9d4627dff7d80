import type { Viewer } from '#app/people/accounts/viewer.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { documentFieldsOf } from '#app/platform/forms/document-fields.ts';
import type { FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { listDocuments, listDocumentsById } from '#app/platform/media/documents/document-store.server.ts';
import { documentChoice } from './choice-of-document.ts';
import { type DocumentChoices, noDocuments } from './document-choice.ts';
import { DocumentsField } from './documents-field.tsx';
import { provideDocumentsField } from './documents-slot.tsx';

provideDocumentsField(DocumentsField);

/** Without JavaScript, one can choose among this many. */
const MOST_OTHERS = 30;

/**
 * The documents that the form's fields have, as they show them, and others to choose from: none for contributors, who
 * would learn of those that are not on the site.
 */
export async function findDocumentChoices(
  db: ReadDb,
  spec: FormSpec,
  values: FormValues,
  { kind }: Pick<Viewer, 'kind'>,
): Promise<DocumentChoices> {
  const fields = documentFieldsOf(spec);
  if (fields.length === 0) return noDocuments;
  const ids = fields.flatMap(({ name }) => values[name] ?? []).filter(Boolean);
  const chosen = await listDocumentsById(db, ids);
  const { items } =
    kind === 'contributor' ? { items: [] } : await listDocuments(db, {}, { limit: MOST_OTHERS });
  return {
    chosen: chosen.map(documentChoice),
    others: items.filter(({ id }) => !ids.includes(id)).map(({ id, title }) => ({ id, title })),
  };
}

/**
 * What a button of the field did without JavaScript: 'up ID', 'down ID' or 'remove ID' changes `values`. False where none was
 * pressed.
 */
export function arrangeDocuments(spec: FormSpec, values: FormValues): boolean {
  const [, verb, id = ''] = /^(up|down|remove) ([0-9a-f]{32})$/.exec(String(values.arrange ?? '')) ?? [];
  const field = documentFieldsOf(spec).find(({ name }) => [values[name] ?? []].flat().includes(id));
  if (!field || !verb) return false;
  const ids = [values[field.name] ?? []].flat().filter(Boolean);
  values[field.name] =
    verb === 'remove' ? ids.filter((each) => each !== id) : moved(ids, id, verb === 'up' ? -1 : 1);
  return true;
}

function moved(ids: string[], id: string, by: number): string[] {
  const at = ids.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= ids.length) return ids;
  return ids.with(at, ids[to] as string).with(to, id);
}
