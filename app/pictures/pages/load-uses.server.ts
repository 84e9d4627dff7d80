import { capitalize } from '#app/items/collection/capitalize.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import {
  countRevised,
  countUses,
  listUses,
  type PictureUse,
  SETTINGS,
  TRASH,
} from '#app/platform/media/picture-uses.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { labelOf, sectionsWith } from '#app/town/town-form.ts';

/** A place where a picture is used: its form, and what it is there. */
export type ShownUse = { href: string; title: string; what: string };

/** More than this is only counted. */
const MOST_SHOWN = 50;

/** Where a picture is used. `count` is the number of items, `revised` that of items with earlier versions that show it. */
export async function loadUses(
  args: Parameters<typeof writeContext>[0],
  id: string,
): Promise<{ uses: ShownUse[]; count: number; revised: number }> {
  const { read, write, now, collections } = writeContext(args);
  await updateUses(write, sourcesOf(collections), now);
  const uses = await listUses(read, [id], MOST_SHOWN);
  const count = (await countUses(read, [id])).get(id) ?? 0;
  const revised = await countRevised(read, id);
  return { uses: uses.map((use) => describeUse(use, collections)), count, revised };
}

function describeUse(
  { collection, itemId, title, place, state }: PictureUse,
  collections: Collections,
): ShownUse {
  if (collection === SETTINGS)
    return {
      href: `/admin/settings#${sectionsWith([itemId])[0]?.id}`,
      title: labelOf(itemId),
      what: place === 'lead' ? 'Settings' : 'Settings, in the text',
    };
  const kind = collections[collection]?.singular ?? 'item';
  const where = place === 'lead' ? 'lead picture' : 'in the text';
  return {
    href: state === TRASH ? '/admin/trash' : `/admin/${collection}/${itemId}`,
    title: title.trim() || 'Untitled',
    what: `${capitalize(kind)}, ${where}, ${state === TRASH ? 'in the trash' : state}`,
  };
}

/** What a picture is in the first place that uses it: 'Lead picture of “The bridge reopens”'. */
export function useTextOf(use: PictureUse | undefined): string {
  if (!use) return 'Not used';
  if (use.collection === SETTINGS) return `In Settings: ${labelOf(use.itemId)}`;
  return `${use.place === 'lead' ? 'Lead picture of' : 'In the text of'} “${use.title.trim() || 'Untitled'}”`;
}
