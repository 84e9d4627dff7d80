/** What runs or waits for someone is the first thing on the page. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openImportSite } from '../../../../tests/import-site.ts';
import { seededReport, seedImport } from '../../../../tests/seed-import.ts';

const START = '/admin/move-in';
const store = new File(['{"__collections__":{"articles":{}}}'], 'town.json');

type Site = Awaited<ReturnType<typeof openImportSite>>;

/** The part of the page before the form. */
async function openPart(site: Site): Promise<string> {
  return (await site.see(START)).split('Where is your content now?')[0]?.split('Not finished')[1] ?? '';
}

function filesOf(site: Site): Promise<string[]> {
  return readdir(join(site.services.settings.dataFolder, 'move-in')).catch(() => []);
}

test('one that runs can be opened, and one that waits for the button can be continued or discarded', async () => {
  await using site = await openImportSite();
  const path = (await site.start({ from: 'firebase' }, { store })).headers.get('Location') ?? '';
  const running = await openPart(site);
  expect(running).toMatch(new RegExp(`Dry run is running.*town.json.*href="${path}"[^>]*>Open`, 's'));
  expect(running).not.toContain('Discard');
  const report = JSON.stringify({ ...seededReport, moved: { articles: 11_990 } });
  const finishedAt = site.services.now();
  await site.write.updateTable('move_in').set({ state: 'ready', wanted: null, report, finishedAt }).execute();
  const waiting = await openPart(site);
  expect(waiting).toMatch(/Ready to import: 11,990 records \(checked (at|on) [^)]*[AP]M\)/);
  expect(waiting).toMatch(new RegExp(`href="${path}"[^>]*>Continue`));
  const [discard = ''] = /href="([^"]*\/discard)"/.exec(waiting)?.slice(1) ?? [];
  expect(await site.see(discard)).toMatch(/Discard this import\?.*town\.json/s);
  expect(await filesOf(site)).toHaveLength(1);
  const sent = await site.act(discard, {});
  expect(await site.see(sent.headers.get('Location') ?? '')).toContain('The import was discarded');
  expect(await filesOf(site)).toEqual([]);
  expect(await openPart(site)).toBe('');
});

test('one that has imported something is not discarded', async () => {
  await using site = await openImportSite();
  await seedImport(site.write, { state: 'stopped', finishedAt: site.services.now() });
  const { id } = await site.write.selectFrom('move_in').select('id').executeTakeFirstOrThrow();
  const item = { origin: 'firebase', kind: 'articles', key: 'a', itemId: 'a', tag: null, takenHash: null };
  await site.write
    .insertInto('moved_item')
    .values({ ...item, moveIn: id, createdAt: 0 })
    .execute();
  expect(await openPart(site)).toMatch(/Stopped at/);
  expect(await openPart(site)).not.toContain('Discard');
  await site.act(`${START}/${id}/discard`, {});
  expect(await site.write.selectFrom('move_in').select('id').execute()).toHaveLength(1);
});

test('one whose files were deleted after 7 days is an earlier import', async () => {
  await using site = await openImportSite();
  await seedImport(site.write, { finishedAt: site.services.now() - 8 * 86_400_000, createdAt: 0 });
  expect(await openPart(site)).toBe('');
  expect(await site.see(START)).toMatch(/Earlier imports.*From Firebase/s);
});
