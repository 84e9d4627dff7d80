import { randomUUID } from 'node:crypto';
import type { Problem } from '#app/items/collection/collection.ts';
import { htmlFieldsOf, jsonOf, outputOf } from '#app/items/content/item-fields.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import { slugOfTitle } from '#app/platform/slug.ts';
import { formatDate, instantOfTownTime, townDayOf } from '#app/platform/time/town-time.ts';
import { fixedTexts, settingOfPage } from '#app/town/fixed-texts.ts';
import { menuWords, type PageInput, pageForm, pageSchema, type TownPage } from './page.ts';
import { shownAddressOf } from './page-address.ts';
import { dueAtOf } from './page-due.ts';
import { pageJsonLd } from './page-json-ld.ts';
import {
  findPage,
  findPagePicture,
  listFoundPages,
  listPages,
  pageOrder,
  pageSource,
  removePage,
  savePage,
  selectPagePages,
  toFreeRow,
} from './page-store.server.ts';

export const pages = withDrafts<TownPage, PageInput>({
  name: 'pages',
  singular: 'page',
  heading: 'Pages',
  source: pageSource,
  store: {
    order: pageOrder,
    list: listPages,
    find: findPage,
    save: savePage,
    remove: removePage,
    toFreeRow,
    permanentIds: Object.keys(fixedTexts),
  },
  json: {
    schema: pageSchema,
    outputSchema: outputOf(pageSchema),
    htmlFields: htmlFieldsOf(pageSchema),
    findUntimely,
    toJson: jsonOf(pageSchema),
    toInputJson: jsonOf(pageSchema),
    toItem: (input) => ({
      ...input,
      slug: input.slug ?? slugOfTitle(input.title, input.id),
      position: input.position ?? 0,
    }),
  },
  form: {
    fields: pageForm,
    draft: () => ({
      id: randomUUID(),
      title: '',
      slug: '',
      description: '',
      menu: 'none',
      checkedAt: null,
      remindMonths: null,
    }),
    standIns: { title: 'Untitled', description: '<p>No text yet.</p>' },
    adjustFormInput: (input, { stored, town }) => ({
      ...input,
      checkedAt: instantOfDay(input.checkedAt, { stored, zone: town.timeZone }),
      remindMonths: /^\d+$/.test(String(input.remindMonths))
        ? Number(input.remindMonths)
        : input.remindMonths,
      // The list of pages has buttons for it.
      ...(stored ? { position: stored.position } : {}),
    }),
    uncopied: ['slug', 'position', 'menu', 'checkedAt'],
    // What readers have linked, and where the others are, is of the present.
    keptOnRestore: ['slug', 'menu', 'position', 'checkedAt'],
  },
  facets: {
    hasNoSection: true,
    search: { rank: 2, date: 'none', listFound: listFoundPages },
    sitemap: { select: selectPagePages },
    adminList: {
      columns: ['Title', 'Where', 'Checked on'],
      listRows: (items, { town, now }) =>
        items.map((page) => ({
          id: page.id,
          title: page.title,
          mark:
            (dueAtOf(page, town.timeZone) ?? now + 1) <= now
              ? { tone: 'warning', word: 'Check it' }
              : undefined,
          under: shownAddressOf(page),
          isPermanent: settingOfPage(page.id) !== undefined,
          cells: [menuWords[page.menu], page.checkedAt === null ? '' : formatDate(page.checkedAt, town)],
        })),
      isLast: true,
    },
    findSharePicture: findPagePicture,
    jsonLd: pageJsonLd,
    proof: { linesOf: ({ description }) => [plainLinesOf(description)] },
    openPage: async () => ({
      handle: (await import('#app/pages/pages/page-view.tsx')).handle,
      load: (await import('#app/pages/pages/load-page-view.server.ts')).loadPageView,
    }),
  },
});

function findUntimely({ checkedAt }: PageInput, now: number): Problem[] {
  const isFuture = checkedAt !== null && checkedAt > now;
  return isFuture ? [{ field: 'checkedAt', message: 'Enter a day that is not in the future' }] : [];
}

/** The start of a day that was typed, as ISO text; the stored instant if that is on it. Anything else as typed. */
function instantOfDay(
  typed: unknown,
  { stored, zone }: { stored: TownPage | undefined; zone: string },
): unknown {
  const day = String(typed ?? '');
  const before = stored?.checkedAt ?? null;
  if (before !== null && townDayOf(before, zone) === day) return isoOf(before);
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? instantOfTownTime(`${day}T00:00`, zone) : undefined;
  return instant === undefined ? typed : isoOf(instant);
}
