import { type Publication, publications } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';

/** The last action, from the query of a list. */
export const listNotices = [
  'delete',
  'deleted',
  'restored',
  'failed',
  'choose',
  'done',
  'was',
  'unchanged',
  'tag',
  'at',
];

type ItemState = {
  id: string;
  publication: Publication;
  publishAt: number | null;
  dated?: 'unseen' | 'always';
};

/**
 * As forms and addresses name what an item was: 'a1.draft', 'a1.scheduled.1795212000000', and with '.dated' if that is
 * also the item's date.
 */
export function nameState({ id, publication, publishAt, dated }: ItemState): string {
  return [id, publication, ...(publishAt === null ? [] : [publishAt]), ...(dated ? ['dated'] : [])].join('.');
}

/** The states that these texts name; invalid ones are left out. */
export function readStates(texts: readonly unknown[]): ItemState[] {
  return texts.flatMap((text) => {
    const [id, publication, at = '', dated] = String(text).split('.');
    const known = publications.find((name) => name === publication);
    const publishAt = /^\d{1,15}$/.test(at) ? Number(at) : null;
    if (!isItemId(id) || !known || (known === 'scheduled') !== (publishAt !== null)) return [];
    return [{ id, publication: known, publishAt, ...(dated === 'dated' && { dated: 'always' as const }) }];
  });
}

/** As forms and addresses name a tag that was added to an item, or removed from it: 'a1.0.Winter'. */
export function nameTag({ id, place, name }: { id: string; place: number; name: string }): string {
  return [id, place, name].join('.');
}

/** The tags that these texts name; invalid ones are left out. */
export function readTags(texts: readonly unknown[]): { id: string; place: number; name: string }[] {
  return texts.flatMap((text) => {
    const [, id, place, name = ''] = /^([\w-]+)\.(\d{1,2})\.(.{1,50})$/s.exec(String(text)) ?? [];
    return isItemId(id) ? [{ id, place: Number(place), name }] : [];
  });
}

/** The last action on several items of a list. */
export type SelectionNotice = {
  isNothingChosen: boolean;
  done: (typeof outcomes)[number] | null;
  /** What undoes it. */
  was: string[];
  /** The ids of items that could not be changed. */
  unchanged: string[];
  /** The tag that was typed. */
  tag: string;
  /** The publish time that could not be used, as typed. */
  at: string;
};

const outcomes = ['publish', 'schedule', 'unpublish', 'undo', 'tag', 'untag'] as const;

export function readSelectionNotice(query: URLSearchParams): SelectionNotice {
  const done = outcomes.find((name) => name === query.get('done')) ?? null;
  const isTag = done === 'tag' || done === 'untag';
  const was = query.getAll('was');
  return {
    isNothingChosen: query.has('choose'),
    done,
    was: isTag ? readTags(was).map(nameTag) : readStates(was).map(nameState),
    unchanged: query.getAll('unchanged').filter(isItemId),
    tag: query.get('tag') ?? '',
    at: query.get('at') ?? '',
  };
}
