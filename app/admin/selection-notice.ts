import { type Publication, publications } from '#app/collection/collection.ts';
import { isItemId } from '#app/content/item-id.ts';

/** What the address of a list says about the last action. */
export const listNotices = ['delete', 'deleted', 'restored', 'failed', 'choose', 'done', 'was', 'unchanged'];

type ItemState = { id: string; publication: Publication; publishAt: number | null };

/** As forms and addresses name what an item was: 'a1.draft', 'a1.scheduled.1795212000000'. */
export function nameState({ id, publication, publishAt }: ItemState): string {
  return [id, publication, ...(publishAt === null ? [] : [publishAt])].join('.');
}

/** The states that these texts name; those that name none are left out. */
export function readStates(texts: readonly unknown[]): ItemState[] {
  return texts.flatMap((text) => {
    const [id, publication, at = ''] = String(text).split('.');
    const known = publications.find((name) => name === publication);
    const publishAt = /^\d{1,15}$/.test(at) ? Number(at) : null;
    if (!isItemId(id) || !known || (known === 'scheduled') !== (publishAt !== null)) return [];
    return [{ id, publication: known, publishAt }];
  });
}

/** What was done with several items of a list. */
export type SelectionNotice = {
  isNothingChosen: boolean;
  done: 'publish' | 'unpublish' | 'undo' | null;
  /** What undoes it. */
  was: string[];
  /** The ids of items that could not be changed. */
  unchanged: string[];
};

export function readSelectionNotice(query: URLSearchParams): SelectionNotice {
  const done = query.get('done');
  return {
    isNothingChosen: query.has('choose'),
    done: done === 'publish' || done === 'unpublish' || done === 'undo' ? done : null,
    was: readStates(query.getAll('was')).map(nameState),
    unchanged: query.getAll('unchanged').filter(isItemId),
  };
}
