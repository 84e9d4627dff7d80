import type { CountFilter } from '#app/desk/list/count-filters.tsx';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import {
  countPictures,
  listPictures,
  type Picture,
  type PictureFilter,
  pictureOrder,
} from '#app/platform/media/picture-store.server.ts';
import { countUses } from '#app/platform/media/picture-uses.server.ts';
import { countCleanable } from '#app/platform/media/remove-picture.server.ts';
import { focusClassOf } from '#app/platform/media/shown-picture.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';

/** Rows of five on wide screens, and of two on phones. */
const SHELF_SIZE = 20;

/** After an import or an upgrade of many items, a job brings the list of uses up to date; pages don't wait for it. */
const MOST_SETTLING_MS = 10;

type Args = Parameters<typeof writeContext>[0] & { url: URL };

/** A page of the library, newest first: `?q=` finds pictures by their words, `?show=unused` those that nothing uses. */
export async function loadShelf(args: Args) {
  const { read, write, now, town, collections } = writeContext(args);
  const url = new URL(args.url);
  for (const notice of notices) url.searchParams.delete(notice);
  const q = (url.searchParams.get('q') ?? '').trim();
  const show = url.searchParams.get('show') === 'unused' ? ('unused' as const) : undefined;
  await updateUses(write, sourcesOf(collections), now, AbortSignal.timeout(MOST_SETTLING_MS));
  const filter: PictureFilter = { q, show };
  const { items, pager } = await loadListPage(
    url,
    pictureOrder,
    (request) => listPictures(read, filter, request),
    undefined,
    SHELF_SIZE,
  );
  const uses = await countUses(
    read,
    items.map(({ id }) => id),
  );
  const number = new Intl.NumberFormat(town.locale);
  return {
    pictures: items.map((picture): ShelfPicture => shelfPicture(picture, uses.get(picture.id) ?? 0, number)),
    pager,
    q,
    show: show ?? ('' as const),
  };
}

/** What an address says about the last action. */
const notices = ['added', 'known', 'deleted', 'cleaned', 'saved'];

/** The library's filters with their counts, and how much there is. `current` is the one that is shown. */
export async function loadLibraryFacts(args: Args, current: '' | 'missing' | 'unused') {
  const { read, write, now, town, collections } = writeContext(args);
  await updateUses(write, sourcesOf(collections), now, AbortSignal.timeout(MOST_SETTLING_MS));
  const counts = await countPictures(read);
  const number = new Intl.NumberFormat(town.locale);
  const filters: CountFilter[] = [
    { label: 'All', href: '/admin/pictures', key: '' as const, total: counts.all },
    {
      label: 'Missing alternative text',
      href: '/admin/pictures/missing',
      key: 'missing' as const,
      total: counts.missing,
    },
    {
      label: 'Not used',
      href: '/admin/pictures?show=unused',
      key: 'unused' as const,
      total: counts.unused,
    },
  ].map(({ label, href, key, total }) => ({
    label,
    href,
    count: number.format(total),
    isCurrent: key === current,
  }));
  return {
    filters,
    total: counts.all,
    missing: counts.missing,
    summary: `${counts.all === 1 ? '1 picture' : `${number.format(counts.all)} pictures`}, ${sizeOf(counts.bytes, number)} uploaded`,
    cleanable: await countCleanable(read, now),
  };
}

const MB = 1024 * 1024;

/** A size in bytes as text: '3.1 MB'. */
export function sizeOf(bytes: number, number: Intl.NumberFormat): string {
  const size = bytes / MB;
  return `${size < 10 ? number.format(Math.max(0.1, Math.round(size * 10) / 10)) : number.format(Math.round(size))} MB`;
}

/** A picture as the library shows it. */
export type ShelfPicture = {
  id: string;
  name: string;
  /** The address of a small size. */
  src: string;
  focus: string | undefined;
  /** '2400 × 1600' */
  size: string;
  /** 'Used in 2 places' or 'Not used' */
  use: string;
  /** Neither has alternative text nor is decorative. */
  isUndescribed: boolean;
};

/** `uses` is in how many items it is. */
export function shelfPicture(picture: Picture, uses: number, number: Intl.NumberFormat): ShelfPicture {
  const { id, name, width, height, alt, decorative } = picture;
  return {
    id,
    name,
    src: pictureAddress(picture, 320),
    focus: focusClassOf(picture),
    size: `${width} × ${height}`,
    use: sayUses(uses, number),
    isUndescribed: alt === null && !decorative,
  };
}

function sayUses(uses: number, number: Intl.NumberFormat): string {
  if (uses === 0) return 'Not used';
  return `Used in ${uses === 1 ? '1 place' : `${number.format(uses)} places`}`;
}
