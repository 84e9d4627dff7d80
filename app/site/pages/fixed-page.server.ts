import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { findPage } from '#app/pages/page-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { type FixedPage, fixedTexts } from '#app/town/fixed-texts.ts';

/**
 * A page with a fixed address, from its row; before the first start, which adds that, from the text of Settings.
 * `title` is undefined unless an editor has given it another than `usual`.
 */
export async function loadFixedPage(args: Parameters<typeof readContext>[0], id: FixedPage, usual: string) {
  const { read, town } = readContext(args);
  const page = await findPage(read, id);
  const html = sanitize(page?.description ?? town[fixedTexts[id]]);
  return {
    title: page && page.title !== usual ? page.title : undefined,
    deck: extractTeaser(html).deck,
    html: await withTextPictures(read, html),
    picture: await findLeadPicture(read, { picture: page?.picture }),
    checkedAt: page?.checkedAt ?? null,
    clock: { timeZone: town.timeZone, locale: town.locale },
  };
}
