import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { seedIssue } from '../../../tests/seed-issue.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { seedPicture } from '../../../tests/seed-picture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Friday, November 20, 2026, 5:00 PM in the town. */
const NOW = Date.parse('2026-11-20T22:00:00Z');

async function seedWeek({ write }: TestSite, picture: string | null = null): Promise<void> {
  const seed = seeding(write, NOW);
  for (const [at, title] of [
    'A roof for the library',
    'The plow crew',
    'The flood map',
    'A new principal',
  ].entries())
    await seed.article(`story-${at}`, {
      title,
      pubDate: NOW - (at + 1) * HOUR,
      picture: at === 0 ? picture : null,
    });
  await seed.event('market', { title: 'Winter market' });
  await seed.poll('attic', { title: 'What about the attic?', closesAt: NOW + 3 * DAY });
}

test('The paper edition is a page for each issue, in two sizes, and for the newest', async () => {
  await using site = await openSite({ now: NOW });
  for (const path of [
    '/newsletter/paper',
    '/newsletter/paper.pdf',
    '/newsletter/2026-11-20/paper',
    '/newsletter/x/paper.pdf',
  ])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
  expect(await site.page('/newsletter/x/paper.pdf')).toContain('<main');
  await seedWeek(site);
  await seedIssue(site.write, NOW);

  const page = (await site.page('/newsletter/2026-11-20/paper')).replaceAll('<!-- -->', '');
  for (const text of [
    'Friday, November 20, 2026',
    '>A roof for the library</h2>',
    '<b>Winter market</b>',
    'One question: What about the attic?',
    'Vote at localhost:3000, by November 23, 2026.',
    'aria-label="QR code to localhost:3000"',
    'Left off this sheet',
    '1 story: “A new principal”.',
    'data-size="letter"',
    'href="/newsletter/2026-11-20/paper.pdf"',
    '<a href="/newsletter/2026-11-20">View as newsletter</a>',
  ])
    expect(page).toContain(text);
  expect(page).not.toContain(' style=');
  const a4 = await site.page('/newsletter/2026-11-20/paper?size=a4');
  expect(a4).toContain('data-size="a4"');
  expect(a4).toContain('href="/newsletter/2026-11-20/paper.pdf?size=a4"');
  expect(await site.page('/newsletter/2026-11-20')).toContain('href="/newsletter/2026-11-20/paper"');
  const newest = await site.page('/newsletter/paper');
  expect(newest).toContain('<link rel="canonical" href="http://localhost:3000/newsletter/2026-11-20/paper"');
});

test('What was removed from the site since is not on the sheet', async () => {
  await using site = await openSite({ now: NOW });
  await seedWeek(site);
  await seedIssue(site.write, NOW);
  await site.write.deleteFrom('article').where('id', '=', 'story-0').execute();
  await site.write.deleteFrom('event').execute();
  await site.write.updateTable('poll').set({ archived: 1 }).execute();
  const page = await site.page('/newsletter/2026-11-20/paper');
  expect(page).toContain('A new principal');
  expect(page).not.toMatch(/roof for the library|Winter market|attic/);
  await site.write.deleteFrom('article').execute();
  for (const path of [
    '/newsletter/paper',
    '/newsletter/2026-11-20/paper',
    '/newsletter/2026-11-20/paper.pdf',
  ])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
});

test('The PDF shows the lead picture in gray, and is always the same file', async () => {
  await using site = await openSite({ now: NOW });
  const { id, names } = await seedPicture(site.write, site.services.media.files, 'meeting');
  await seedWeek(site, id);
  await seedIssue(site.write, NOW);
  const get = async () => {
    const response = await site.fetch('/newsletter/2026-11-20/paper.pdf?size=a4');
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const { response, bytes } = await get();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  expect(response.headers.get('Content-Disposition')).toBe(
    'inline; filename="paper-edition-2026-11-20-a4.pdf"',
  );
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await get()).bytes.equals(bytes)).toBe(true);
  // The planted file is no picture, and was left out.
  expect(bytes.toString('latin1')).not.toContain('/DeviceGray');
  await storePicture(site, names.find((name) => name.endsWith('.jpeg')) ?? '');
  expect((await get()).bytes.toString('latin1')).toContain('/DeviceGray');
});

async function storePicture({ services }: TestSite, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-picture-'));
  const color = { create: { width: 320, height: 240, channels: 3, background: '#b0402a' } } as const;
  await writeFile(join(folder, name), await sharp(color).jpeg().toBuffer());
  await services.media.files.remove(name);
  await services.media.files.put(name, join(folder, name));
  await rm(folder, { recursive: true });
}

test('Only the administrator sees the paper edition of a draft', async () => {
  await using site = await openSite({ now: NOW });
  await seedWeek(site);
  const { issue } = await buildIssue(
    site.write,
    { town: defaultTown, now: NOW },
    { by: null, audience: 'everyone' },
  );
  const path = `/admin/newsletter/${issue.id}/paper`;
  for (const headers of [{}, await site.asMember()])
    for (const address of [path, `${path}.pdf`])
      expect((await site.fetch(address, { headers, redirect: 'manual' })).status).toBe(302);
  const asAdmin = await site.asAdmin();
  expect(await site.page(path, asAdmin)).toContain('A roof for the library');
  expect(await site.page(`/admin/newsletter/${issue.id}`, asAdmin)).toContain(`href="${path}"`);
  const file = await site.fetch(`${path}.pdf`, { headers: asAdmin });
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  expect((await site.fetch('/admin/newsletter/unknown/paper', { headers: asAdmin })).status).toBe(404);
});
