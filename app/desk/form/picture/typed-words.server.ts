/** What a form says about its pictures: the library has it, not the item. */
import { recordFindingsWith } from '#app/items/accessibility/record-findings.server.ts';
import { capitalize } from '#app/items/collection/capitalize.ts';
import { readPictureWords } from '#app/items/content/picture-words.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { FieldProblems, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import {
  pictureFieldsOf,
  readSeen,
  type SaidOfPicture,
  wordFieldsOf,
} from '#app/platform/forms/picture-fields.ts';
import { changePicture, findPicture, type Picture } from '#app/platform/media/picture-store.server.ts';

type Args = Parameters<typeof writeContext>[0];

/**
 * Saves what was typed about the picture of the field `name`, and leaves what the form has not changed. `values` then
 * have what the library has, or, with a problem, what was typed. `refusal` is why the picture itself was not added.
 */
export async function saveTypedWords(
  args: Args,
  name: string,
  values: FormValues,
  refusal?: string,
): Promise<FieldProblems> {
  const { write, now, collections } = writeContext(args);
  const fields = wordFieldsOf(name);
  const stored = await findPicture(write, String(values[name] ?? ''));
  const seen = readSeen(values[fields.seen]);
  const typed = typedOf(values, name);
  if (!stored) {
    const isAbout = typed.alt && !seen && !refusal && !values.choose && !values.remove;
    return isAbout ? { [name]: 'Upload the picture that this text describes, or remove the text' } : {};
  }
  const { words, problems } = readPictureWords(changesOf(typed, seen?.id === stored.id ? seen : undefined));
  if (problems)
    return Object.fromEntries(problems.map(({ field, message }) => [name + capitalize(field), message]));
  const wanted = (await mayDescribe(args, write, stored)) ? { ...stored, ...words } : stored;
  if (!isSame(wanted, stored)) {
    await changePicture(write, stored.id, words, now);
    await recordFindingsWith(write, collections, stored.id);
    // Automatic saves of one form are recorded once.
    if (!seen || isSame(seen, stored))
      await recordActivity(args, 'picture-changed', `/admin/pictures/${stored.id} ${stored.name}`);
  }
  values[fields.alt] = wanted.alt ?? '';
  values[fields.decorative] = wanted.decorative ? 'true' : '';
  values[fields.focalPoint] = String(wanted.focalPoint);
  return {};
}

/** Contributors describe the pictures that they added, until something on the site shows them. */
async function mayDescribe({ context }: Args, db: WriteDb, { id, addedBy }: Picture): Promise<boolean> {
  const { viewer } = context.get(requestContextKey);
  if (viewer.kind !== 'contributor') return true;
  if (addedBy !== viewer.userId) return false;
  const shown = await db
    .selectFrom('picture_use')
    .select('itemId')
    .where('picture', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return shown === undefined;
}

/** The same for all pictures of a form that saves itself. A problem is reported when the form is sent. */
export async function saveAllTypedWords(args: Args, spec: FormSpec, values: FormValues): Promise<void> {
  for (const { name, isMark } of pictureFieldsOf(spec)) if (!isMark) await saveTypedWords(args, name, values);
}

type Typed = Omit<SaidOfPicture, 'id'> & { alt: string };

function typedOf(values: FormValues, name: string): Typed {
  const { alt, decorative, focalPoint } = wordFieldsOf(name);
  return {
    alt: String(values[alt] ?? '').trim(),
    decorative: values[decorative] === 'true',
    focalPoint: Number(values[focalPoint]),
  };
}

/** What differs from what the form showed; where it showed nothing, a text. A text and its box belong together. */
function changesOf(typed: Typed, seen: SaidOfPicture | undefined): Record<string, unknown> {
  const { alt, decorative, focalPoint } = typed;
  if (!seen) return alt ? { alt } : {};
  const isDescribed = alt === (seen.alt ?? '') && decorative === seen.decorative;
  return {
    ...(isDescribed ? {} : { alt, decorative }),
    ...(focalPoint === seen.focalPoint ? {} : { focalPoint }),
  };
}

function isSame(one: Omit<SaidOfPicture, 'id'>, other: Omit<SaidOfPicture, 'id'>): boolean {
  const fields = ['alt', 'decorative', 'focalPoint'] as const;
  return fields.every((field) => one[field] === other[field]);
}
