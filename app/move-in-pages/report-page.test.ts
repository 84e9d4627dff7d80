/** What the report and the done page say, with the real job and on planted imports. */
import { expect, test } from 'vitest';
import type { MoveInReport } from '#app/move-in/move-in.ts';
import { openMoveInSite } from '../../tests/move-in-site.ts';
import { plantedReport, plantMoveIn } from '../../tests/plant-move-in.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const PATH = `/admin/move-in/${ID}`;

type Site = Awaited<ReturnType<typeof openMoveInSite>>;

async function plantMoved(site: Site, keys: Record<string, string[]>) {
  const shared = { origin: 'firebase', tag: null, takenHash: null, moveIn: ID, createdAt: 0 };
  const rows = Object.entries(keys).flatMap(([kind, all]) =>
    all.map((key) => ({ ...shared, kind, key, itemId: key })),
  );
  await site.write.insertInto('moved_item').values(rows).execute();
}

function planted(changes: Partial<MoveInReport>): { report: string } {
  return { report: JSON.stringify({ ...plantedReport, ...changes }) };
}

test('the done page counts records; consents that wait for a confirmation are none', async () => {
  await using site = await openMoveInSite();
  const [found, refused] = [{ articles: 1, users: 3 }, {}];
  await plantMoveIn(site.write, { state: 'done', ...planted({ found, refused }) });
  await plantMoved(site, { articles: ['a1'], users: ['u1', 'u2'], consents: ['u1', 'u2'] });
  const html = await site.see(PATH);
  expect(html).toContain('3 records were imported: 1 article, 2 accounts.');
  expect(html).toContain('1 record was here already or left out by your choices.');
});

test('one of a thing is counted in the singular', async () => {
  await using site = await openMoveInSite();
  const shared = { found: { articles: 2 }, moved: { articles: 1 }, skipped: { articles: 1 }, refused: {} };
  await plantMoveIn(site.write, planted(shared));
  expect(await site.see(PATH)).toContain('1 is here already or left out by your choices.');
  await site.write.updateTable('move_in').set({ state: 'done' }).execute();
  await plantMoved(site, { articles: ['a1'] });
  const redirect = { fromPath: '/old', target: '/articles/a1', createdAt: 0, moveIn: ID };
  await site.write.insertInto('redirect').values(redirect).execute();
  expect(await site.see(PATH)).toContain('1 old address leads here.');
  const undone = { state: 'undone' as const, ...planted({ ...shared, undone: { articles: 1 } }) };
  await site.write.updateTable('move_in').set(undone).execute();
  expect(await site.see(PATH)).toContain('1 record was removed: 1 article.');
});

test('a file that ends in the middle is a warning, and importing the rest is the second choice', async () => {
  await using site = await openMoveInSite();
  const problem = 'The file ends in the middle of a record';
  const place = { file: 'cut.json', record: 'articles/78f0' };
  const example = { ...place, problem };
  const classes = [{ class: 'truncated', verdict: 'refused' as const, count: 1, example }];
  await plantMoveIn(
    site.write,
    planted({ found: { articles: 17 }, moved: { articles: 17 }, refused: {}, classes }),
  );
  const row = {
    moveIn: ID,
    number: 9,
    verdict: 'refused' as const,
    class: 'truncated',
    title: '',
    field: '',
  };
  await site.write
    .insertInto('move_in_problem')
    .values({ ...row, ...example })
    .execute();
  const html = await site.see(PATH);
  expect(html).toContain('cut.json is incomplete.');
  expect(html).toMatch(
    /It ends in the middle of a record \(<code>articles\/78f0<\/code>\)\. What came after it is missing/,
  );
  expect(html).not.toContain('is-success');
  expect(html).toMatch(/class="button button--primary"[^>]*>Start over with other files/);
  expect(html).toContain('Import 17 records anyway');
  await site.write.updateTable('move_in').set({ state: 'done' }).execute();
  await plantMoved(site, { articles: ['a1'] });
  expect(await site.see(PATH)).toContain('cut.json is incomplete.');
});
