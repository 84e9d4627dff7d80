import { data, redirect } from 'react-router';
import type { FailedItem } from '#app/desk/form/form-page.ts';
import { saveFormDraft } from '#app/desk/form/save-form-draft.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import type { writeContext } from '#app/people/request/context.ts';
import type { FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';

/**
 * Saves a form as a draft, and leads to the page that chooses its lead picture, lists the pictures of its text or copies
 * pictures from other sites, or
 * takes the lead picture away and opens the form again. Otherwise the form comes back as typed.
 */
export async function saveForPicture(
  args: Parameters<typeof writeContext>[0],
  collection: Collection,
  spec: FormSpec,
  failure: FailedItem,
) {
  const { version } = failure;
  const values = failure.values.remove ? { ...failure.values, picture: '' } : failure.values;
  const { outcome, status } = await saveFormDraft(args, collection, { spec, values, version });
  const form = `/admin/${collection.name}/${String(values.id)}`;
  const isStored = outcome.kind === 'saved' || (outcome.kind === 'empty' && version !== '0');
  if (isStored) return redirect(form + pageOf(values, collection), 303);
  if (outcome.kind === 'empty') {
    const problems = { [collection.source.title]: 'Enter a title or some text before you choose a picture' };
    return data({ ...failure, problems }, 400);
  }
  return data({ ...failure, reason: reasons[outcome.kind] }, status === 200 ? 400 : status);
}

/** Where the pressed button leads, below the form's address. */
function pageOf({ remove, copy, choose }: FormValues, { json: { htmlFields } }: Collection): string {
  if (remove) return '';
  if (htmlFields.includes(String(choose))) return '/text-pictures';
  return copy ? '/linked-pictures' : '/picture';
}

const reasons = {
  conflict: 'Someone else changed this draft. Press Save to see both.',
  refused: 'A text is too long or invalid.',
  failed: undefined,
};
