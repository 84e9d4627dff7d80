import { data, redirect } from 'react-router';
import { arrangeDocuments, findDocumentChoices } from '#app/desk/form/documents/document-choices.server.ts';
import { addFormDocuments, keepUnsentDocuments } from '#app/desk/form/documents/sent-documents.server.ts';
import { addSentPictures, findChoices } from '#app/desk/form/picture/picture-choices.server.ts';
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Problem,
  type SeriesScope,
  type StoredItem,
  seriesScopes,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { isOutdated, itemTagOf, readItemTag } from '#app/items/collection/item-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { requireOwnDraft } from '#app/items/drafts/check-saver.server.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { findNewest } from '#app/items/revisions/revision-store.server.ts';
import { countLinkedPictures, tidyPictured } from '#app/items/text/linked-pictures.server.ts';
import {
  readContext,
  reportFailedSave,
  requestContextKey,
  writeContext,
} from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { FieldProblems, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Town } from '#app/town/town.ts';
import { type FailedItem, NEW } from './form-page.ts';
import { describeLinkedPictures } from './load-item-form.server.ts';
import {
  formJsonOf,
  type Opened,
  openItem,
  theirFieldsOf,
  typedInput,
  valuesOf,
} from './opened-item.server.ts';
import { withPublishing } from './publishing-fields.ts';
import {
  datedInput,
  type PublishingInput,
  publishedBefore,
  publishedNow,
  readPublishing,
  resolveStatus,
} from './publishing-input.server.ts';
import { saveFormDraft } from './save-form-draft.server.ts';

type Args = Parameters<typeof writeContext>[0] & { request: Request; params: { id: string } };
type Json = Record<string, unknown>;

/**
 * Saves a posted form and opens it again with 'Success!'. Otherwise it is shown again as typed: 400 with the problems
 * at the fields, 409 if another editor saved in the meantime, 503 or 507 if the database failed.
 */
export async function saveContent(args: Args, collection: Collection, spec: FormSpec) {
  const { values, version, asked, names, unknown } = await readForm(args.request, withPublishing(spec));
  const { read, town, now, siteUrl, viewer } = writeContext(args);
  if (args.params.id !== 'add') values.id = args.params.id;
  const failure: FailedItem = { values, version, problems: {} };
  const fail = (status: number, more: Partial<FailedItem> = {}) =>
    data<FailedItem>({ ...failure, ...more }, status);
  if (unknown.length > 0) return fail(400);
  // Before anything is uploaded or checked; the save itself is refused, too.
  if (viewer.kind === 'contributor' && values.publication !== 'draft')
    return fail(403, { reason: 'Only editors can publish and schedule.' });
  try {
    const id = String(values.id ?? '');
    if (viewer.kind === 'contributor' && isItemId(id)) {
      const publication = (await findForEditor(collection, read, id))?.publication;
      await requireOwnDraft(read, collection, { id, person: viewer.userId, publication });
    }
    await keepUnsentDocuments({ values, names }, collection, read);
    const unsent = {
      ...(await addSentPictures(args, spec, values)),
      ...(await addFormDocuments(args, spec, values)),
    };
    const isArranged = arrangeDocuments(spec, values);
    failure.pictures = await findChoices(read, spec, values);
    failure.documents = await findDocumentChoices(read, spec, values, viewer);
    if (Object.keys(unsent).length > 0) return fail(400, { problems: unsent });
    if (isArranged) return fail(200, { warning: ARRANGED });
    if (values.choose || values.remove || values.copy)
      return await saveForPicture(args, collection, spec, failure);
    const opened = await openItem(collection, read, values.id);
    const { item: stored } = opened;
    const isCurrent = !isOutdated(stored, readItemTag(version));
    const chosen = readPublishing(values, stored, town.timeZone);
    const publishing = isCurrent ? publishedNow(chosen, stored, now) : chosen;
    const typed = datedInput(
      collection,
      typedInput(collection, spec, values, { stored, town, now }),
      chosen,
      stored,
    );
    const isDraft = publishing.publication === 'draft' && collection.store.unpublished !== undefined;
    const own = { siteUrl, siteUrls: town.siteUrls };
    const parsed = (isDraft ? parseDraft : parseItem)(collection, typed, {
      ...own,
      now,
      refusesLostPictures: true,
    });
    const problems = [...(parsed.problems ?? []), ...publishing.problems];
    if (!parsed.input || problems.length > 0) {
      const pictured = countLinkedPictures(collection, [tidyPictured(collection, typed, own)]);
      const linkedPictures = describeLinkedPictures(pictured);
      return fail(400, { linkedPictures, problems: byField(problems, collection) });
    }
    // Without a change, followers must not be notified.
    const settled = resolveStatus(collection, parsed.input, publishing, now);
    if (isSame(collection, opened, parsed.input, settled, siteUrl))
      return redirect(savedAddress(collection, values.id), 303);
    const question = isDraft ? '' : await findQuestion(args, collection, parsed.input, { values, stored });
    if (question && question !== asked) {
      const warning = `${question} It has not been saved yet. Is this correct?`;
      return fail(400, { question, warning });
    }
    const outcome = await save(args, collection, parsed.input, { publishing, values, version });
    if (outcome.kind === 'refused') {
      const reason = outcome.problems.find(({ field }) => field === '')?.message;
      return fail(reason ? 409 : 400, { reason, problems: byField(outcome.problems, collection) });
    }
    if (outcome.kind === 'saved') {
      const subject = `/${collection.name}/${values.id} ${titleOfInput(collection, parsed.input)}`;
      await recordActivity(args, 'item-saved', subject);
      const { items = [], batch } = outcome.removed ?? {};
      for (const { id, title } of items)
        await recordActivity(args, 'item-removed', `/${collection.name}/${id} ${title}`);
      return redirect(savedAddress(collection, values.id) + (batch ? `&deleted=${batch}` : ''), 303);
    }
    const theirs = await openItem(collection, read, values.id);
    const repeated = publishedBefore(collection, parsed.input, chosen, { stored: theirs.item, now });
    if (
      isSame(collection, theirs, parsed.input, settled, siteUrl) ||
      (repeated && isSame(collection, theirs, repeated, chosen, siteUrl))
    )
      return redirect(savedAddress(collection, values.id), 303);
    const newest = await findNewest(read, { collection: collection.name, id: String(values.id) });
    const { userId } = editorOf(args.context.get(requestContextKey));
    const isOwn = userId !== null && newest?.savedBy === userId;
    return fail(409, conflictOf(values, collection, theirs, { spec, town, isOwn }));
  } catch (error) {
    const about = { collection: collection.name };
    const { status, reason } = reportFailedSave(args, error, 'an item could not be saved', about);
    return fail(status, { reason });
  }
}

const ARRANGED = 'The documents below are changed. Save to keep it.';

/** What to ask before valid input is saved; '' for nothing. */
async function findQuestion(
  args: Args,
  collection: Collection,
  input: Json,
  { values, stored }: { values: FormValues; stored: EditedItem | undefined },
): Promise<string> {
  const { read, town } = readContext(args);
  const doubts = [
    collection.form.findDoubt?.(input, { town, stored: stored?.item }),
    await collection.form.findDropDoubt?.(read, input, scopeOf(values)),
  ];
  return doubts.filter(Boolean).join(' ');
}

function scopeOf({ series }: FormValues): SeriesScope {
  return seriesScopes.find((scope) => scope === series) ?? 'this';
}

type Sent = { publishing: PublishingInput; values: FormValues; version: string };

function save(
  args: Args,
  collection: Collection,
  input: Json,
  { publishing: { publication, publishAt }, values, version }: Sent,
): ReturnType<typeof revised<StoredItem>> {
  const { write, now } = writeContext(args);
  const draft = values.draft ? readItemTag(String(values.draft)) : undefined;
  const series = scopeOf(values);
  const options = { now, draft, series, ...readItemTag(version) };
  const by = editorOf(args.context.get(requestContextKey));
  const { unpublished } = collection.store;
  return revised(write, collection, String(input.id), { by, now, series }, (transaction) =>
    publication === 'draft' && unpublished
      ? unpublished.saveDraft(transaction, input as Json & { id: string }, options)
      : collection.store.save(
          transaction,
          input,
          publishAt === undefined ? options : { ...options, publishAt },
        ),
  );
}

function savedAddress(collection: Collection, id: FormValues[string] | undefined): string {
  return `/admin/${collection.name}/${id}?saved=1`;
}

/** Whether the stored item is what was sent: the form was sent twice, by a double click or by going back. */
function isSame(
  collection: Collection,
  { item, draft }: Opened,
  input: unknown,
  { publication, publishAt }: PublishingInput,
  siteUrl: string,
): boolean {
  if (item?.publication !== publication || (item.publishAt ?? undefined) !== publishAt) return false;
  if (draft && (publication !== 'draft' || draft.form)) return false;
  const parse = publication === 'draft' ? parseDraft : parseItem;
  const theirs = parse(collection, item.input, { siteUrl }).input;
  return JSON.stringify(theirs) === JSON.stringify(input);
}

/** What the form shows after a conflict: the present version, which sending it again replaces. */
function conflictOf(
  typed: FormValues,
  collection: Collection,
  theirs: Opened,
  { spec, town, isOwn }: { spec: FormSpec; town: Town; isOwn: boolean },
): Partial<FailedItem> {
  const { item, draft } = theirs;
  const { singular } = collection;
  if (!item)
    return {
      values: { ...typed, draft: NEW },
      version: NEW,
      theirs: 'gone',
      warning: `Someone else deleted this ${singular} while you were editing. Your text is below. Saving will create it again.`,
    };
  const { draft: tag = NEW } = valuesOf(collection, theirs, spec, town);
  const input = formJsonOf(collection, draft?.input ?? item.input, town);
  return {
    values: { ...typed, draft: tag },
    version: itemTagOf(item),
    theirs: theirFieldsOf(spec, input, town.timeZone),
    warning: isOwn
      ? `You saved this ${singular} in another tab or window while this form was open. The text of this form is below. The saved version is shown under each field that differs. If you save, this form replaces it.`
      : `Someone else saved this ${singular} while you were editing. Your text is below. Their version is shown under each field that differs. If you save, your version replaces theirs.`,
  };
}

/** One message per field; a problem inside a list ('options.1') is shown at the list. */
function byField(
  problems: Problem[],
  { form: { formFields = {} } }: Pick<Collection, 'form'>,
): FieldProblems {
  const result: FieldProblems = {};
  for (const { field, message } of problems) {
    const [name = ''] = field.split('.');
    result[formFields[field] ?? formFields[name] ?? name] ??= message;
  }
  return result;
}

/**
 * Saves a form as a draft, and leads to the page that chooses its lead picture, lists the pictures of its text or copies
 * pictures from other sites, or takes the lead picture away and opens the form again. Otherwise the form comes back as
 * typed.
 */
async function saveForPicture(
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
    return data<FailedItem>({ ...failure, problems }, 400);
  }
  return data<FailedItem>({ ...failure, reason: reasons[outcome.kind] }, status === 200 ? 400 : status);
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
