import { expect, test } from 'vitest';
import { type Form, formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

/** 5 PM on Friday, November 20, 2026 in New York. */
const NOW = Date.parse('2026-11-20T22:00:00Z');
const PAGE = '/admin/articles/a/revisions';

/** An article's form and its versions, as an editor uses them, a minute apart. */
async function openDesk() {
  let now = NOW;
  const site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const change = async (address: string, changes: Form) => {
    now += 60_000;
    const form = { ...formIn(await site.page('/admin/articles/a', admin)), ...changes };
    const response = await site.post(`/admin/articles/a${address}`, form, admin);
    expect([200, 303]).toContain(response.status);
  };
  const put = async (changes: object) => {
    now += 60_000;
    const response = await site.fetch('/api/v1/articles/a', {
      method: 'PUT',
      headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
      body: JSON.stringify({ ...sampleInputs.articles, ...changes }),
    });
    expect(response.ok).toBe(true);
  };
  return {
    put,
    save: (changes: Form) => change('', changes),
    autosave: (session: string, changes: Form) => change(`/autosave?session=${session}`, changes),
    restore: async (revision: number) => {
      now += 60_000;
      expect((await site.post(PAGE, { revision: `${revision}` }, admin)).status).toBe(303);
    },
    page: (query = '') => site.page(`${PAGE}${query}`, admin),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** What the list says of each version, newest first: what changed, then how it was saved. */
function rowsIn(html: string): string[] {
  const list = /<ol class="versions">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '';
  return [...list.matchAll(/<li[\s\S]*?<\/li>/g)].map(([row]) =>
    [...row.matchAll(/<span class="versions__(?:change|how)[^"]*">([\s\S]*?)<\/span>/g)]
      .map(([, text = '']) => text.replace(/<[^>]*>/g, ''))
      .join(' | '),
  );
}

/** The version that the present one is compared with. */
function comparedIn(html: string): string | undefined {
  return /from=(\d+)" aria-current="true"|aria-current="true" href="[^"]*from=(\d+)"/
    .exec(html)
    ?.slice(1)
    .find(Boolean);
}

const OFFER = 'Restore this version';
const NOTHING = 'There is nothing to restore';

test('each version says in a phrase what changed', async () => {
  await using desk = await openDesk();
  await desk.put({ publication: 'draft' });
  await desk.save({ description: '<p>From ten in the morning.</p>' });
  await desk.save({ title: 'Hill Farm opens', description: '<p>At noon.</p>' });
  await desk.save({ pubDate: '2026-11-19T09:00' });
  await desk.save({ title: 'Gates', description: '<p>Open.</p>', byline: 'June', deck: 'Soon.' });
  await desk.save({ publication: 'published' });
  await desk.restore(2);
  expect(rowsIn(await desk.page())).toEqual([
    'Title, short summary, and 3 more fields changed | Current. Restored from an earlier version. Published',
    'Status changed | Saved. Published',
    'Title, short summary, and 2 more fields changed | Saved. Draft',
    'Publication date changed | Saved. Draft',
    'Title and text changed | Saved. Draft',
    'Text changed | Saved. Draft',
    'First draft | Saved. Draft',
  ]);
});

test('automatic saves of the same content are one row with their number, also beside a save of it', async () => {
  await using desk = await openDesk();
  await desk.put({});
  const title = 'Typed';
  for (const [at, publication] of ['draft', 'published', 'draft'].entries())
    await desk.autosave(`s${at}`, { title, publication });
  expect(rowsIn(await desk.page())).toEqual([
    'Title changed | Current. Autosaved 3 times. Draft',
    'First version | Saved. Published',
  ]);
  await desk.save({ title, publication: 'published' });
  const page = await desk.page();
  expect(rowsIn(page)).toEqual([
    'Title changed | Current. Saved, and autosaved 3 times. Published',
    'First version | Saved. Published',
  ]);
  expect(page).toContain('5 versions.');
  await desk.put({ title });
  expect(rowsIn(await desk.page())[0]).toBe('Nothing changed | Current. Saved. Published');
});

test('the page opens on the newest version that differs, or else on the previous one', async () => {
  await using desk = await openDesk();
  await desk.put({});
  await desk.put({});
  const same = await desk.page();
  expect(comparedIn(same)).toBe('1');
  expect(same).toContain('Both versions have the same text.');
  await desk.put({ title: 'Another title' });
  await desk.put({ title: 'Another title' });
  await desk.put({ title: 'Another title' });
  const page = await desk.page();
  expect(comparedIn(page)).toBe('2');
  expect(page).toMatch(/Added: <\/span>Another title/);
});

test('a version is offered for restoring only where it differs from the present one', async () => {
  await using desk = await openDesk();
  await desk.put({});
  await desk.put({ title: 'Another title' });
  await desk.put({});
  const differing = await desk.page();
  expect([differing.includes(OFFER), differing.includes(NOTHING)]).toEqual([true, false]);
  const same = await desk.page('?from=1');
  expect([same.includes(OFFER), same.includes(NOTHING)]).toEqual([false, true]);
  // The two that are compared differ, but the earlier one is what the article says now.
  const earlier = await desk.page('?from=1&to=2');
  expect([earlier.includes(OFFER), earlier.includes(NOTHING)]).toEqual([false, true]);
  // Being pinned is no part of a version.
  await desk.put({ pinned: true });
  expect((await desk.page('?from=3')).includes(OFFER)).toBe(false);
});
