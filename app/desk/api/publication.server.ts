/** `publication` and `publishAt` in the API (product contract section 6). */
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type SaveOptions,
  type SaveOutcome,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import type { Problem } from '#app/items/collection/problem.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { type ParseContext, parseItem } from '#app/items/content/parse-item.server.ts';
import { findMissingTime, type Wish } from '#app/items/content/publication-wish.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';

type Json = Record<string, unknown>;

export type Writing = Omit<SaveOptions, 'publishAt' | 'draft'> & {
  wish: Wish;
  context: ParseContext;
  by: Editor;
};

export type Written =
  | { problems: Problem[]; outcome?: undefined }
  | { problems?: undefined; outcome: SaveOutcome<StoredItem>; item: EditedItem | undefined };

/**
 * Checks an item's fields and saves it with the wanted status, by default published. Required fields are only enforced
 * if the item is scheduled or published. `item` is the saved item.
 */
export async function writeItem(
  db: WriteDb,
  collection: Collection,
  fields: Json,
  { wish, context, by, ...options }: Writing,
): Promise<Written> {
  const { unpublished } = collection.store;
  const { publication = 'published', publishAt } = wish;
  if (publication !== 'published' && !unpublished)
    return { problems: [{ field: 'publication', message: 'These items can only be published' }] };
  const { input, problems = [] } =
    publication === 'draft'
      ? parseDraft(collection, fields, context)
      : parseItem(collection, fields, context);
  const untimed = findMissingTime({ publication, publishAt });
  if (!input || untimed) return { problems: untimed ? [...problems, untimed] : problems };
  return inTransaction(db, async (transaction) => {
    const draft = input as Json & { id: string };
    const { now, series } = options;
    const outcome = await revised<StoredItem>(
      transaction,
      collection,
      draft.id,
      { by, now, series },
      (alone) =>
        publication === 'draft' && unpublished
          ? unpublished.saveDraft(alone, draft, options)
          : collection.store.save(alone, input, { ...options, ...timeOf(wish, now) }),
    );
    const isSaved = outcome.kind === 'saved';
    return { outcome, item: isSaved ? await findForEditor(collection, transaction, draft.id) : undefined };
  });
}

/** When a save with this wish publishes; undefined where the item's date decides. */
function timeOf({ publication, publishAt }: Wish, now: number): { publishAt?: number | undefined } {
  if (publication === undefined) return {};
  return { publishAt: publication === 'scheduled' ? publishAt : now };
}

/** The publication after a PATCH, which keeps what it does not name. */
export function wishFor(stored: EditedItem, { publication, publishAt }: Wish): Wish {
  const kept = stored.publication === 'published' ? undefined : stored.publication;
  return {
    publication: publication ?? kept,
    publishAt: publishAt ?? stored.publishAt ?? undefined,
  };
}

export function seenOf(stored: StoredItem | undefined): SeenItem {
  return stored ? { version: stored.version, updatedAt: stored.updatedAt } : { version: 0 };
}
