/** Programs call the API with a token instead of a session (R-18). */
import { expect, test } from 'vitest';
import { openServer } from '../../../tests/open-server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

async function createToken(site: TestSite, admin: Record<string, string>, scope: string): Promise<string> {
  const form = { name: `for ${scope}`, scope, days: '365' };
  const response = await site.post('/admin/settings/tokens', form, admin);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
  return /value="(blf_[\w-]{43})"/.exec(await response.text())?.[1] ?? '';
}

function put(site: TestSite, headers: Record<string, string>, path = '/api/v1/polls/rink') {
  const body = JSON.stringify(sampleInputs.polls);
  return site.fetch(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}

test('R-18 a token is created without JavaScript, shown once, and writes until it is revoked', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const token = await createToken(site, admin, 'write');
  const bearer = { Authorization: `Bearer ${token}` };
  expect((await put(site, bearer)).status).toBe(201);
  expect((await put(site, { authorization: `bearer ${token}` })).status).toBe(200);
  const list = await site.page('/admin/settings/tokens', admin);
  expect(list).toContain('for write');
  expect(list).not.toContain(token);
  const id = /name="id" value="([\w-]+)"/.exec(list)?.[1] ?? '';
  const revoked = await site.post('/admin/settings/tokens/revocation', { id }, admin);
  expect([revoked.status, revoked.headers.get('Location')]).toEqual([303, '/admin/settings/tokens?saved=1']);
  const refused = await put(site, bearer);
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
    401,
    'Bearer realm="Belfry", error="invalid_token"',
  ]);
  expect(await refused.json()).toMatchObject({ title: 'User is not logged in or is not an admin.' });
});

test('R-18 a token is accepted only in the Authorization header, never in the address', async () => {
  await using site = await openSite();
  const token = await createToken(site, await site.asAdmin(), 'write');
  for (const name of ['token', 'access_token', 'authorization', 'api_key'])
    expect((await put(site, {}, `/api/v1/polls/rink?${name}=${token}`)).status).toBe(401);
  expect((await put(site, { Authorization: `Basic ${btoa(`x:${token}`)}` })).status).toBe(401);
  expect((await put(site, { Cookie: `belfry-dev=${token}`, Origin: site.origin })).status).toBe(401);
});

test('R-18 a token that only reads, or only reads metrics, writes nothing, and opens no page', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const scope of ['read', 'metrics']) {
    const bearer = { Authorization: `Bearer ${await createToken(site, admin, scope)}` };
    const refused = await put(site, bearer);
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
      403,
      'Bearer realm="Belfry", error="insufficient_scope"',
    ]);
    expect((await site.fetch('/api/v1/polls', { headers: bearer })).status).toBe(200);
    expect((await site.fetch('/admin', { headers: bearer })).headers.get('Location')).toBe('/');
  }
});

test('R-18 a call with a token is judged by the token alone, whatever session comes with it', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const read = await createToken(site, admin, 'read');
  expect((await put(site, { ...admin, Authorization: `Bearer ${read}` })).status).toBe(403);
  expect((await put(site, { ...admin, Authorization: 'Bearer blf_nothing' })).status).toBe(401);
  const write = await createToken(site, admin, 'write');
  const foreign = { Authorization: `Bearer ${write}`, Origin: 'https://other.example' };
  expect((await put(site, foreign)).status).toBe(201);
});

test('R-18 a call with a token is judged by the token alone, however its address is spelled', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const read = `Bearer ${await createToken(site, admin, 'read')}`;
  for (const path of ['/API/v1/polls', '/%61pi/v1/polls', '/Api/V1/polls', '//api/v1/polls'])
    for (const Authorization of [read, 'Bearer blf_nothing', 'bearer', 'blf_nothing'])
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const init = { method, headers: { ...admin, Authorization, Origin: site.origin } };
        const body = JSON.stringify({ ...sampleInputs.polls, id: 'mine' });
        const headers = { ...init.headers, 'Content-Type': 'application/json' };
        const response = await site.fetch(path, method === 'DELETE' ? init : { method, headers, body });
        expect([path, method, response.status]).toEqual([
          path,
          method,
          expect.toBeOneOf([401, 403, 404, 405]),
        ]);
      }
  expect(await site.write.selectFrom('poll').select('id').execute()).toEqual([]);
});

test('R-18 a token next to the cookie of a browser that voted does not withdraw its vote', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const bearer = { Authorization: `Bearer ${await createToken(site, admin, 'write')}` };
  const body = JSON.stringify({ ...sampleInputs.polls, voters: 'anyone' });
  const headers = { 'Content-Type': 'application/json', ...bearer };
  const made = await site.fetch('/api/v1/polls/rink', { method: 'PUT', headers, body });
  expect(made.status).toBe(201);
  const option = ((await made.json()) as { options: (string | { text: string })[] }).options[0];
  const vote = await site.fetch('/api/v1/polls/rink/votes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify({ option: typeof option === 'string' ? option : option?.text }),
  });
  expect(vote.status).toBe(200);
  const voter = { Cookie: vote.headers.getSetCookie().join('; ') };
  const withdraw = (more: Record<string, string>) =>
    site.fetch('/api/v1/polls/rink/votes', { method: 'DELETE', headers: { ...voter, ...more } });
  expect((await withdraw(bearer)).status).toBe(403);
  expect(await site.write.selectFrom('poll_voter').select('voter').execute()).toHaveLength(1);
  expect((await withdraw({ Origin: site.origin })).status).toBe(204);
  expect(await site.write.selectFrom('poll_voter').select('voter').execute()).toEqual([]);
});

test('R-18 reading with an invalid token is a 401, even where the response is cached for everyone', async () => {
  await using server = await openServer();
  expect((await server.ask('/api/v1/polls')).status).toBe(200);
  const answer = await server.ask('/api/v1/polls', { authorization: 'Bearer blf_nothing' });
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="Belfry", error="invalid_token"',
  ]);
});

test('R-18 an invalid form for a token creates none, and keeps the name that was typed', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const good = { name: 'Calendar', scope: 'write', days: '365' };
  for (const bad of [
    { ...good, name: ' ' },
    { ...good, name: 'x'.repeat(61) },
    { ...good, scope: 'all' },
    { ...good, days: '9999' },
    { ...good, id: 'mine' },
  ]) {
    const response = await site.post('/admin/settings/tokens', bad, admin);
    expect([bad, response.status]).toEqual([bad, 400]);
    expect(await response.text()).toContain('The operation failed. Please try again.');
  }
  expect(await site.write.selectFrom('api_token').select('id').execute()).toEqual([]);
});

test('R-66 actions of the administrator and of programs are recorded without secrets', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const token = await createToken(site, admin, 'write');
  await put(site, { Authorization: `Bearer ${token}` });
  await site.post('/admin/polls', { id: 'rink' }, admin);
  const entries = await site.write
    .selectFrom('audit_entry')
    .select(['actor', 'actorId', 'action', 'subject', 'address'])
    .execute();
  const address = '127.0.0.1';
  expect(entries).toEqual(
    expect.arrayContaining([
      { actor: 'admin', actorId: expect.any(String), action: 'token-created', subject: 'for write', address },
      {
        actor: 'token',
        actorId: 'for write',
        action: 'item-saved',
        subject: expect.stringMatching(/^\/polls\/rink ./),
        address,
      },
      {
        actor: 'admin',
        actorId: expect.any(String),
        action: 'item-removed',
        subject: expect.stringMatching(/^\/polls\/rink ./),
        address,
      },
    ]),
  );
  expect(JSON.stringify(entries)).not.toMatch(/blf_|@/);
  const page = await site.page('/admin/activity', admin);
  for (const words of [
    'An API client with the token “for write”',
    'Created an API token',
    '“Hill Farm opens its gate”',
    address,
  ])
    expect(page.replaceAll('<!-- -->', '')).toContain(words);
});

test('R-17 eleven minutes after logging in, creating a token needs the password again', async () => {
  const started = Date.parse('2026-11-20T22:00:00Z');
  let now = started;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  expect((await site.fetch('/admin/settings/tokens', { headers: admin })).status).toBe(200);
  now = started + 11 * 60 * 1000;
  const asked = '/account/proof?next=%2Fadmin%2Fsettings%2Ftokens';
  const opened = await site.fetch('/admin/settings/tokens', { headers: admin });
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, asked]);
  const posted = await site.post('/admin/settings/tokens', { name: 'x', scope: 'write', days: '30' }, admin);
  expect(posted.status).toBe(403);
  expect(await posted.text()).toContain(`href="${asked}"`);
  expect(await site.write.selectFrom('api_token').select('id').execute()).toEqual([]);
});
