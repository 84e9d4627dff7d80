import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Edition } from '#app/newsletter/edition.ts';
import { fridayEdition } from '../../tests/editions.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';

/** An issue that was sent, or with `edition` null one that is still a draft. */
async function plantIssue(
  { write, services }: TestSite,
  slug: string | null,
  edition: Edition | null,
  number = 1,
) {
  const now = services.now();
  const id = randomUUID();
  await write
    .insertInto('newsletter_issue')
    .values({
      id,
      number: slug ? number : null,
      occasion: null,
      slug,
      audience: 'everyone',
      state: slug ? 'sent' : 'draft',
      subject: '',
      choices: JSON.stringify({ items: [], lead: null, out: [] }),
      edition: edition && JSON.stringify(edition),
      sinceAt: now,
      builtAt: now,
      unreviewed: null,
      approvedAt: null,
      sendAt: null,
      startedAt: slug ? now : null,
      finishedAt: slug ? now : null,
      heldAt: null,
      heldFor: null,
      endedFor: null,
      createdAt: now,
      createdBy: null,
      version: 1,
    })
    .execute();
  return id;
}

test('The paper edition is a page for each issue, in two sizes, and for the newest', async () => {
  await using site = await openSite();
  expect((await site.fetch('/newsletter/paper')).status).toBe(404);
  await plantIssue(site, '2026-11-13', { ...fridayEdition, date: 'November 13, 2026', day: '2026-11-13' }, 1);
  await plantIssue(site, '2026-11-20', fridayEdition, 2);
  await plantIssue(site, null, null);

  const page = await site.page('/newsletter/2026-11-20/paper');
  for (const text of [
    'Friday, November 20, 2026',
    'Town votes to mend the library roof, 412 to 168',
    'Cancelled: Contra dance with The Sap Run',
    'One question: What should the library add with its new attic?',
    'A quiet reading room',
    'QR code to localhost:3000',
    'Left off this sheet',
    'Rink vote in the fall',
  ])
    expect(page).toContain(text);
  expect(page).toContain('data-size="letter"');
  expect(page).toContain('href="/newsletter/2026-11-20/paper.pdf"');
  expect(page).toContain('<a href="/newsletter/2026-11-20">View as newsletter</a>');
  expect(page).not.toContain(' style=');
  expect(await site.page('/newsletter/2026-11-20/paper?size=a4')).toContain('data-size="a4"');

  const newest = await site.page('/newsletter/paper');
  expect(newest).toContain('November 20, 2026');
  expect(newest).toContain('<link rel="canonical" href="http://localhost:3000/newsletter/2026-11-20/paper"');
  expect(await site.page('/newsletter/2026-11-13/paper')).toContain('November 13, 2026');
  for (const path of ['/newsletter/2026-11-14/paper', '/newsletter/nonsense/paper.pdf'])
    expect((await site.fetch(path)).status).toBe(404);
});

test('The PDF has the lead picture, and is always the same file', async () => {
  await using site = await openSite();
  await plantIssue(site, '2026-11-20', fridayEdition);
  const path = '/newsletter/2026-11-20/paper.pdf?size=a4';
  const get = async (headers: Record<string, string> = {}) => {
    const response = await site.fetch(path, { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const without = await get();
  expect([without.status, without.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  expect(without.headers.get('Content-Disposition')).toBe(
    'inline; filename="paper-edition-2026-11-20-a4.pdf"',
  );
  expect(without.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await get()).bytes.equals(without.bytes)).toBe(true);

  const folder = await mkdtemp(join(tmpdir(), 'belfry-picture-'));
  const file = join(folder, 'lead.jpeg');
  const color = { create: { width: 960, height: 640, channels: 3, background: '#b0402a' } } as const;
  await writeFile(file, await sharp(color).jpeg().toBuffer());
  await site.services.media.files.put('0123456789abcdef0123456789abcdef-960.jpeg', file);
  await rm(folder, { recursive: true });
  expect((await get()).bytes.toString('latin1')).toContain('/DeviceGray');
});

test('Only the administrator sees the paper edition of a draft', async () => {
  await using site = await openSite();
  const id = await plantIssue(site, null, null);
  const path = `/admin/newsletter/${id}/paper`;
  for (const headers of [{}, await site.asMember()])
    for (const address of [path, `${path}.pdf`])
      expect((await site.fetch(address, { headers, redirect: 'manual' })).status).toBe(302);
  const asAdmin = await site.asAdmin();
  expect(await site.page(path, asAdmin)).toContain('Paper edition');
  const file = await site.fetch(`${path}.pdf`, { headers: asAdmin });
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  expect((await site.fetch('/admin/newsletter/unknown/paper', { headers: asAdmin })).status).toBe(404);
});
