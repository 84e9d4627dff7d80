import { expect, test } from 'vitest';
import { restingOnFrozen, watchingUnlessFrozen } from '#app/background/frozen-tasks.server.ts';
import { linkOf } from '#app/newsletter/subscribers/subscriber-links.server.ts';
import { addSubscriber, findSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { ADMIN, openSite, type TestSite } from '../../tests/open-site.ts';
import { environmentOf, type TypingOptions, typeCommand } from '../../tests/operator.ts';
import { seedTown } from '../../tests/seed-town.ts';

const LINE =
  'This site has been frozen since Friday, November 20, 2026. You can read everything, but nothing can be changed.';

function freezeOf(site: TestSite, args: string[] = [], options: TypingOptions = {}) {
  const environment = { BELFRY_DATA: site.services.settings.dataFolder };
  return typeCommand(['freeze', ...args], { environment, ...options });
}

test('A frozen site stays readable, with a line on every page, and refuses every change with a sentence', async () => {
  await using site = await openSite();
  await seedTown(site.write);
  const admin = await site.asAdmin();
  const member = await site.asMember();
  const token = await createApiToken(
    site.write,
    { name: 'Import', scope: 'write', days: 30 },
    site.services.now(),
  );
  expect(await site.page('/articles')).not.toContain('frozen');
  expect((await freezeOf(site, ['--yes'])).code).toBe(0);

  for (const path of [
    '/articles',
    '/articles/a0',
    '/events',
    '/polls',
    '/polls/p1',
    '/businesses',
    '/about',
    '/search?q=bells',
    '/newsletter',
  ]) {
    const response = await site.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    const page = await response.text();
    expect(page).toContain(LINE);
    expect(page).not.toMatch(
      /<form[^>]*method="post"(?![^>]*preferences\/theme)(?<!preferences\/theme" method="post")/,
    );
  }
  for (const [path, headers] of [
    ['/polls/p1/vote', {}],
    ['/polls/p1/vote', member],
    ['/newsletter', {}],
    ['/forgot', {}],
    ['/login?mode=register', {}],
    ['/admin/articles/add', admin],
    ['/admin/settings', admin],
    ['/account/password', admin],
  ] as const) {
    const refused = await site.post(path, { title: 'New' }, headers);
    expect([path, refused.status]).toEqual([path, 403]);
    expect(await refused.text()).toContain(LINE);
  }
  for (const path of ['/forgot', '/login?mode=register', '/newsletter/preferences?token=x', '/setup?token=x'])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 403]);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (const [method, path] of [
    ['POST', '/api/v1/articles'],
    ['DELETE', '/api/v1/articles/a0'],
  ] as const) {
    const refused = await site.fetch(path, { method, headers, body: '{}' });
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([403, 'application/problem+json']);
    expect(await refused.json()).toMatchObject({ status: 403, title: 'Read-only', detail: LINE });
  }
  expect((await site.fetch('/api/v1/articles')).status).toBe(200);
  expect(await site.write.selectFrom('article').select('id').execute()).toHaveLength(5);

  expect((await freezeOf(site, ['--undo', '--yes'])).code).toBe(0);
  expect(await site.page('/articles')).not.toContain('frozen');
  expect((await site.fetch('/forgot')).status).toBe(200);
});

test('On a frozen site, subscribers can still leave the list', async () => {
  await using site = await openSite();
  const now = site.services.now();
  const ids: string[] = [];
  for (const email of ['june@example.org', 'joan@example.org']) {
    const added = await addSubscriber(site.write, { email, consent: { source: 'Fair', at: now } }, now);
    if ('id' in added && added.id) ids.push(added.id);
  }
  const [june = '', joan = ''] = await Promise.all(ids.map((id) => linkOf(site.write, id, now)));
  await freezeOf(site, ['--yes']);
  const path = (token: string) => `/newsletter/unsubscribe?token=${token}`;
  expect(await site.page(path(june))).toContain('Nothing changes until you press the button');
  expect((await site.post(path(june), {})).status).toBe(303);
  expect((await site.post(path(joan), { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  for (const id of ids)
    expect(await findSubscriber(site.write, { id })).toMatchObject({ state: 'unsubscribed' });
});

test('The administrator of a frozen site learns how to undo it, and can make backups', async () => {
  await using site = await openSite();
  await site.asAdmin();
  await freezeOf(site, ['--yes']);
  const login = await site.page('/login');
  for (const gone of ['Register', '/forgot', '/login/google']) expect(login).not.toContain(gone);
  const admitted = await site.post('/login', ADMIN);
  expect(admitted.status).toBe(303);
  const Cookie = admitted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const hub = await site.page('/admin', { Cookie });
  expect(hub).toContain('freeze --undo</code> on the server.');
  expect((await site.fetch('/admin/backups', { headers: { Cookie } })).status).toBe(200);
  expect((await site.post('/admin/backups/test', {}, { Cookie })).status).toBe(303);
  expect((await site.post('/logout', {}, { Cookie })).status).toBe(303);
});

test('While the site is frozen, jobs that send, fetch or publish rest, and backups continue', async () => {
  await using site = await openSite();
  const ran: string[] = [];
  const run = async (name: string) => {
    await restingOnFrozen(site.services, {
      name,
      when: '* * * * *',
      work: async () => void ran.push(name),
    }).work(new AbortController().signal);
    const watched = { name, hasWork: async () => true, work: async () => undefined };
    return watchingUnlessFrozen(site.services, watched).hasWork();
  };
  const resting = [
    'send-mail',
    'plan-newsletter',
    'send-newsletter',
    'check-sources',
    'announce-feeds',
    'publish-items',
    'notify-successor',
    'move-in',
  ];
  const continuing = ['scheduled-backup', 'restore-drill', 'asked-backup', 'close-polls', 'empty-trash'];
  for (const name of [...resting, ...continuing]) expect(await run(name)).toBe(true);
  ran.length = 0;
  await freezeOf(site, ['--yes']);
  for (const name of resting) expect([name, await run(name)]).toEqual([name, false]);
  for (const name of continuing) expect([name, await run(name)]).toEqual([name, true]);
  expect(ran).toEqual(continuing);
});

eachDatabase('belfry freeze asks, can be undone, and doctor says it', async (t) => {
  const environment = environmentOf(t);
  const type = (args: string[], options: TypingOptions = {}) =>
    typeCommand(args, { environment, ...options });
  const bare = await type(['freeze']);
  expect([bare.code, bare.complained]).toEqual([2, ['Add --yes to freeze the site without being asked.']]);
  const no = await type(['freeze'], { isInteractive: true, lines: ['n'] });
  expect([no.code, no.complained]).toEqual([1, ['Nothing was changed.']]);
  const yes = await type(['freeze'], { isInteractive: true, lines: ['y'] });
  expect([yes.code, yes.printed[0]]).toEqual([
    0,
    expect.stringMatching(/^The site is frozen\. To undo this, run: .*freeze --undo$/),
  ]);
  expect((await type(['freeze', '--yes'])).printed).toEqual([
    'The site has been frozen since Friday, November 20, 2026. Nothing was changed.',
  ]);
  expect((await type(['doctor'])).printed.join('\n')).toMatch(
    /frozen since 2026-11-20: nothing can be changed.*freeze --undo/,
  );
  expect((await type(['freeze', '--undo'], { isInteractive: true, lines: ['yes'] })).printed).toEqual([
    'The site can be changed again.',
  ]);
  expect((await type(['freeze', '--undo', '--yes'])).printed).toEqual([
    'The site is not frozen. Nothing was changed.',
  ]);
  const log = await t.database.read
    .selectFrom('audit_entry')
    .select(['actor', 'action'])
    .orderBy('action')
    .execute();
  expect(log).toEqual([
    { actor: 'operator', action: 'town-frozen' },
    { actor: 'operator', action: 'town-unfrozen' },
  ]);
});
