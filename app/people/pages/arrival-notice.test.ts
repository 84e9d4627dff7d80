import { expect, test } from 'vitest';
import { openServer } from '../../../tests/open-server.ts';

const MAILING = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'town@town.example' };
const june = { email: 'june@example.org', password: 'river in spring' };

/** The cookies that a browser has after a response. */
function jarOf(response: Response, before = ''): string {
  const jar = new Map(before.split('; ').map((pair) => [pair.split('=')[0] ?? '', pair]));
  for (const header of response.headers.getSetCookie()) {
    const [pair = ''] = header.split(';');
    const [name = ''] = pair.split('=');
    if (header.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, pair);
  }
  return [...jar.values()].filter(Boolean).join('; ');
}

test.each([
  [
    'with a mail server',
    MAILING,
    'We sent an email to june@example.org: open its link to confirm your address.',
  ],
  ['without one', {}, 'Your address june@example.org is not confirmed yet. This site can’t send email yet'],
])(
  'registering ends on the articles with one notice about the address (%s)',
  async (_, environment, words) => {
    await using server = await openServer({ environment });
    const { site } = server;
    const registered = await site.post('/login?mode=register', june);
    expect([registered.status, registered.headers.get('Location')]).toEqual([303, '/articles']);
    const jar = jarOf(registered);
    // As browsers do it, through the cache.
    const first = await server.ask('/articles', { Cookie: jar });
    const text = first.body.toString().replaceAll('<!-- -->', '');
    expect(text).toMatch(
      new RegExp(`role="status"[^>]*>.*Welcome\\. Your account is ready\\. ${words.replaceAll('.', '\\.')}`),
    );
    expect(first.headers['cache-control']).toBe('private, no-store');
    const [cleared = ''] = first.headers['set-cookie'] ?? [];
    expect(cleared).toContain('Max-Age=0');
    const after = jar.split('; ').filter((pair) => !pair.includes('-notice='));
    const second = await server.ask('/articles', { Cookie: after.join('; ') });
    expect(second.body.toString()).not.toContain('Welcome. Your');
    // Nobody else sees it, also with a made-up cookie.
    for (const cookie of ['', 'belfry-dev-notice=registered', 'belfry-dev-notice=<b>'])
      expect((await server.ask('/articles', { Cookie: cookie })).body.toString()).not.toContain('Welcome.');
  },
);

test('deleting an account ends on the articles with the notice that it is gone', async () => {
  await using server = await openServer();
  const { site } = server;
  const jar = jarOf(await site.post('/login?mode=register', june));
  const deleted = await site.post('/account/deletion', {}, { Cookie: jar });
  expect([deleted.status, deleted.headers.get('Location')]).toEqual([303, '/articles']);
  const page = await server.ask('/articles', { Cookie: jarOf(deleted, jar) });
  expect(page.body.toString()).toContain('Your account and everything stored with it are deleted.');
});

test('registering on the way somewhere else needs no notice there', async () => {
  await using server = await openServer();
  const registered = await server.site.post('/login?mode=register&next=%2Fpolls', june);
  expect(registered.headers.get('Location')).toBe('/polls');
  expect(registered.headers.getSetCookie().join()).not.toContain('notice');
});
