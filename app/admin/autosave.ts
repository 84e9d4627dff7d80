import { isDeepStrictEqual } from 'node:util';
import { data, redirect } from 'react-router';
import { type DraftForm, titleOfInput } from '#app/collection/collection.ts';
import { itemTagOf, readItemTag } from '#app/collection/item-tag.ts';
import { isItemId } from '#app/content/item-id.ts';
import { parseDraft, saysSomething } from '#app/content/parse-draft.server.ts';
import { requireCollection } from '#app/content/require-collection.ts';
import { noteRefusal, visitContext, writeVisit } from '#app/context.ts';
import { editorOf } from '#app/drafts/editor.ts';
import { revised } from '#app/drafts/revise.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import { formatTime } from '#app/time/town-time.ts';
import type { Route } from './+types/autosave';
import type { Autosaved } from './autosaved.ts';
import { NEW, type Opened, openItem } from './load-content-form.server.ts';
import { withPublishing } from './publishing-fields.ts';
import { typedInput } from './save-content.server.ts';

/** This address has no page: a reload leads to the form. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/${params.collection}/${params.id}`);
}

/** Saves an open form as a draft of its item. A form without a title and text, or without changes, is not saved. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const collection = requireCollection(args);
  const { form, unpublished } = collection;
  if (!form || !unpublished) throw data(null, { status: 404 });
  const { values, version, unknown } = await readForm(args.request, withPublishing(form));
  const { write, town, now, siteUrl, services } = writeVisit(args);
  if (args.params.id !== 'add') values.id = args.params.id;
  const id = String(values.id);
  if (unknown.length > 0 || !isItemId(id)) return respond({ kind: 'refused' }, 400);
  try {
    const opened = await openItem(collection, write, id);
    const typed = typedInput(collection, form, values, { stored: opened.item, town, now });
    const { input, problems } = parseDraft(collection, typed, { siteUrl });
    if (!input)
      return respond(
        saysSomething(collection, typed) ? { kind: 'refused' } : { kind: 'empty' },
        problems ? 200 : 400,
      );
    const same = opened.draft ?? opened.item;
    const kept = same && parseDraft(collection, same.input, { siteUrl }).input;
    const isKept = kept !== undefined && isDeepStrictEqual(filled(kept), filled(input));
    const settings = { publication: String(values.publication), publishAt: String(values.publishAt) };
    if (isKept && isSet(opened, settings)) return respond({ kind: 'empty' });
    const seen = readItemTag(String(values.draft || NEW));
    const by = editorOf(args.context.get(visitContext));
    const session = new URL(args.request.url).searchParams.get('session')?.slice(0, 64) || id;
    const outcome = await revised(write, collection, id, { by, now, kind: 'autosaved', session }, (db) =>
      unpublished.saveChanges(db, input as { id: string }, {
        now,
        seen,
        form: { ...settings, base: version },
      }),
    );
    if (outcome.kind !== 'saved') return respond({ kind: 'conflict' }, 409);
    if (seen.version === 0)
      await noteDone(args, 'item-saved', `/${collection.name}/${id} ${titleOfInput(collection, input)}`);
    const draft = itemTagOf(outcome.item);
    const { item } = opened;
    const isOnlyDraft = !item || item.publication === 'draft';
    return respond({
      kind: 'saved',
      at: formatTime(now, town),
      draft,
      version: isOnlyDraft ? draft : version,
    });
  } catch (error) {
    services.log.error({ err: error, collection: collection.name }, 'a draft could not be saved');
    const { status = 503 } = noteRefusal(args, error) ?? {};
    return respond({ kind: 'failed' }, status);
  }
}

/** Without empty values: a form sends an empty text where an item has null. */
function filled(input: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(input).filter(
    ([, value]) => value !== undefined && value !== '' && value !== null && value !== false,
  );
  return Object.fromEntries(entries);
}

/** Whether the stored draft or item has this status and time already. */
function isSet({ item, draft }: Opened, { publication, publishAt }: Omit<DraftForm, 'base'>): boolean {
  if (draft?.form) return draft.form.publication === publication && draft.form.publishAt === publishAt;
  return item?.publication === publication && publication !== 'scheduled';
}

function respond(outcome: Autosaved, status = 200): Response {
  return Response.json(outcome, { status });
}
