import { data, redirect } from 'react-router';
import { type Collection, findForEditor, type StoredItem } from '#app/collection/collection.ts';
import { itemTagOf, readItemTag } from '#app/collection/item-tag.ts';
import { isItemId } from '#app/content/item-id.ts';
import { type Problem, parseItem } from '#app/content/parse-item.server.ts';
import { noteRefusal, readVisit, writeVisit } from '#app/context.ts';
import type { FieldProblems, FormSpec, FormValues } from '#app/forms/field-spec.ts';
import { formValuesOf, inputOfForm } from '#app/forms/form-values.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import { formatLongDate, formatTime } from '#app/time/town-time.ts';
import { copyItem } from './item-copy.server.ts';
import { type TheirField, theirFieldsOf } from './their-fields.server.ts';

/** The tag that a new item's form carries. */
const NEW = '0';

/** What a form shows when it is opened. `version` is the item's tag, '0' for a new one. */
export type FormPage = {
  values: FormValues;
  version: string;
  isNew: boolean;
  saved: boolean;
  /** When it becomes public, as text in the town's time; null when it is public or new. */
  scheduledFor: string | null;
  /** The item does not exist, or was deleted. */
  missing: boolean;
  siteTitle: string;
};

/** Why a form came back, with everything that was typed. */
export type FormFailure = {
  values: FormValues;
  version: string;
  problems: FieldProblems;
  /** Another editor's changes, by field name; 'gone' when they removed the item. */
  theirs: Record<string, TheirField> | 'gone' | null;
  /** Why it was not saved, if there is a specific reason. */
  reason?: string | undefined;
  /** A likely mistake, not saved for that reason: sending the form again saves it. */
  question?: string;
  /** The session ended while the form was open. */
  isLoggedOut?: boolean;
};

type Args = Parameters<typeof readVisit>[0] & { request: Request; url: URL; params: { id: string } };

/**
 * The form of an item; id 'add' is a new one with its prefilled values (product contract section 2), with `?copy=` those
 * of another item.
 */
export async function loadContentForm(args: Args, collection: Collection, spec: FormSpec) {
  const { read, town, now, siteUrl } = readVisit(args);
  const { id } = args.params;
  const saved = args.url.searchParams.get('saved') === '1';
  if (id === 'add') {
    const fresh = collection.draft({ town, now, siteUrl });
    const copied = args.url.searchParams.get('copy');
    const input = copied === null ? fresh : await copyItem(read, collection, copied, fresh);
    if (!input) return data({ ...missing, siteTitle: town.title }, 404);
    return page({
      values: formValuesOf(spec, input, town.timeZone),
      version: NEW,
      isNew: true,
      saved: false,
      scheduledFor: null,
      siteTitle: town.title,
    });
  }
  const published = isItemId(id) ? await collection.find(read, id) : undefined;
  const waiting = published || !isItemId(id) ? undefined : await collection.waiting?.find(read, id);
  const item = published ?? waiting?.item;
  if (!item) return data({ ...missing, siteTitle: town.title }, 404);
  const values = formValuesOf(spec, formJsonOf(collection, item), town.timeZone);
  return page({
    values,
    version: itemTagOf(item),
    isNew: false,
    saved,
    scheduledFor: waiting
      ? `${formatLongDate(waiting.publishAt, town)}, ${formatTime(waiting.publishAt, town)}`
      : null,
    siteTitle: town.title,
  });
}

function page(facts: Omit<FormPage, 'missing'>) {
  return data<FormPage>({ ...facts, missing: false });
}

/**
 * Not thrown: a user may be saving an item that was just deleted, and then this page must still show what they typed.
 */
const missing: FormPage = {
  values: {},
  version: NEW,
  isNew: false,
  saved: false,
  scheduledFor: null,
  siteTitle: '',
  missing: true,
};

/**
 * Saves a posted form and opens it again with 'Success!'. Otherwise it comes back as typed: 400 with the problems at
 * the fields, 409 when another editor saved meanwhile, 503 or 507 when the database could not.
 */
export async function saveContent(args: Args, collection: Collection, spec: FormSpec) {
  const { values, version, asked, unknown } = await readForm(args.request, spec);
  const { read, write, town, now, services, siteUrl } = writeVisit(args);
  if (args.params.id !== 'add') values.id = args.params.id;
  const failure: FormFailure = { values, version, problems: {}, theirs: null };
  if (unknown.length > 0) return data(failure, 400);
  try {
    const stored = await findStored(collection, read, values.id);
    const typed = inputOfForm(spec, values, town.timeZone, stored && formJsonOf(collection, stored));
    const input = collection.adjustFormInput?.(typed, { values, town, stored }) ?? typed;
    const parsed = parseItem(collection, input, { siteUrl });
    if (parsed.problems) return data({ ...failure, problems: byField(parsed.problems) }, 400);
    // Without a change, followers must not be notified.
    if (stored && isSame(collection, stored, parsed.input, siteUrl))
      return redirect(savedAddress(collection, values.id), 303);
    const question = collection.findDoubt?.(parsed.input, { town, stored });
    if (question && question !== asked) return data({ ...failure, question }, 400);
    const outcome = await collection.save(write, parsed.input, { now, ...readItemTag(version) });
    if (outcome.kind === 'saved') {
      const subject = `/${collection.name}/${values.id} ${collection.titleOf(outcome.item)}`;
      await noteDone(args, 'item-saved', subject);
    }
    if (outcome.kind === 'refused') return data({ ...failure, problems: byField(outcome.problems) }, 400);
    const current = outcome.kind === 'saved' ? outcome.item : outcome.current;
    const isSaved = outcome.kind === 'saved' || isSame(collection, current, parsed.input, siteUrl);
    if (isSaved) return redirect(savedAddress(collection, values.id), 303);
    return data(conflictOf(failure, collection, current, spec, town.timeZone), 409);
  } catch (error) {
    services.log.error({ err: error, collection: collection.name }, 'an item could not be saved');
    const { status = 503, sentence } = noteRefusal(args, error) ?? {};
    return data({ ...failure, reason: sentence }, status);
  }
}

function savedAddress(collection: Collection, id: FormValues[string] | undefined): string {
  return `/admin/${collection.name}/${id}?saved=1`;
}

/** Whether the stored item is what was sent: then it was sent twice, by a double click or by going back. */
function isSame(
  collection: Collection,
  current: StoredItem | undefined,
  input: unknown,
  siteUrl: string,
): boolean {
  if (!current) return false;
  const theirs = parseItem(collection, collection.toInputJson(current), { siteUrl }).input;
  return JSON.stringify(theirs) === JSON.stringify(input);
}

function formJsonOf(collection: Collection, item: StoredItem): Record<string, unknown> {
  return (collection.toFormJson ?? collection.toInputJson)(item);
}

async function findStored(collection: Collection, read: ReturnType<typeof readVisit>['read'], id: unknown) {
  return typeof id === 'string' && isItemId(id) ? findForEditor(collection, read, id) : undefined;
}

function conflictOf(
  failure: FormFailure,
  collection: Collection,
  current: StoredItem | undefined,
  spec: FormSpec,
  zone: string,
): FormFailure {
  if (!current) return { ...failure, version: NEW, theirs: 'gone' };
  return {
    ...failure,
    version: itemTagOf(current),
    theirs: theirFieldsOf(spec, formJsonOf(collection, current), zone),
  };
}

/** One message per field; a problem inside a list ('options.1') is shown at the list. */
function byField(problems: Problem[]): FieldProblems {
  const result: FieldProblems = {};
  for (const { field, message } of problems) result[field.split('.')[0] ?? ''] ??= message;
  return result;
}
