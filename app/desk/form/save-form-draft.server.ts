import { isDeepStrictEqual } from 'node:util';
import { type Collection, type DraftForm, titleOfInput } from '#app/items/collection/collection.ts';
import { itemTagOf, readItemTag } from '#app/items/collection/item-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { parseDraft, saysSomething } from '#app/items/content/parse-draft.server.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { reportFailedSave, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { formatTime } from '#app/platform/time/town-time.ts';
import type { Autosaved } from './autosave-machine.ts';
import { NEW } from './form-page.ts';
import { type Opened, openItem, typedInput } from './opened-item.server.ts';

/** What a form sent. `session` names the visit of which one version is kept; without it, that is the item's id. */
type Sent = { spec: FormSpec; values: FormValues; version: string; session?: string | undefined };

/**
 * Saves what was typed into a form as a draft of its item, and leaves what is public. A form without a title and without
 * text, and one that changes nothing, save nothing. `status` is the one for a response. Never throws.
 */
export async function saveFormDraft(
  args: Parameters<typeof writeContext>[0],
  collection: Collection,
  { spec, values, version, session }: Sent,
): Promise<{ outcome: Autosaved; status: number }> {
  const { write, town, now, siteUrl } = writeContext(args);
  const id = String(values.id);
  const { unpublished } = collection.store;
  if (!unpublished || !isItemId(id)) return answer({ kind: 'refused' }, 400);
  try {
    const opened = await openItem(collection, write, id);
    const typed = typedInput(collection, spec, values, { stored: opened.item, town, now });
    const { input, problems } = parseDraft(collection, typed, { siteUrl, town });
    if (!input)
      return answer(
        saysSomething(collection, typed) ? { kind: 'refused' } : { kind: 'empty' },
        problems ? 200 : 400,
      );
    const same = opened.draft ?? opened.item;
    const kept = same && parseDraft(collection, same.input, { siteUrl }).input;
    const isKept = kept !== undefined && isDeepStrictEqual(filled(kept), filled(input));
    const by = editorOf(args.context.get(requestContextKey));
    // Only editors publish: what a contributor chose must not be chosen already when an editor opens the form.
    const settings =
      by.role === 'contributor'
        ? { publication: 'draft', publishAt: '' }
        : { publication: String(values.publication), publishAt: String(values.publishAt) };
    if (isKept && isSet(opened, settings)) return answer({ kind: 'empty' });
    const seen = readItemTag(String(values.draft || NEW));
    const saving = { by, now, kind: 'autosaved', session: session || id } as const;
    const outcome = await revised(write, collection, id, saving, (db) =>
      unpublished.saveChanges(db, input as { id: string }, {
        now,
        seen,
        form: { ...settings, base: version },
      }),
    );
    if (outcome.kind === 'refused') return answer({ kind: 'refused' });
    if (outcome.kind !== 'saved') return answer({ kind: 'conflict' }, 409);
    if (seen.version === 0)
      await recordActivity(
        args,
        'item-saved',
        `/${collection.name}/${id} ${titleOfInput(collection, input)}`,
      );
    const draft = itemTagOf(outcome.item);
    const { item } = opened;
    const isOnlyDraft = !item || item.publication === 'draft';
    return answer({
      kind: 'saved',
      at: formatTime(now, town),
      draft,
      version: isOnlyDraft ? draft : version,
    });
  } catch (error) {
    const about = { collection: collection.name };
    const { status } = reportFailedSave(args, error, 'a draft could not be saved', about);
    return answer({ kind: 'failed' }, status);
  }
}

/** Without what says nothing: a form sends an empty text where an item has null. */
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

function answer(outcome: Autosaved, status = 200): { outcome: Autosaved; status: number } {
  return { outcome, status };
}
