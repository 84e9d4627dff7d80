import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listen, reasonOf } from '../../../tests/outbound-servers.ts';
import { openOutbound } from './outbound.server.ts';
import { openReach } from './reach.server.ts';

test('A server that an option allows gets the request as given, and any status is returned', async () => {
  await using server = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (text) => {
      response.writeHead(418, { 'X-Said': text, 'Set-Cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify([request.method, request.headers['content-type'], request.headers.cookie]));
    });
  });
  const { ask } = openOutbound({ reachable: [server.host] });
  const headers = { 'Content-Type': 'text/plain' };
  const answer = await ask({ url: server.url, method: 'POST', headers, body: 'hello' });
  expect(answer).toMatchObject({ url: server.url, status: 418, headers: { 'x-said': 'hello' } });
  expect(JSON.parse(answer.body.toString())).toEqual(['POST', 'text/plain', null]);
});

test('R-37 no one can reach this machine through the site, however its address is written', async () => {
  await using canary = await listen((_request, response) => response.end('secret'));
  await using wide = await listen((_request, response) => response.end('secret'), '0.0.0.0');
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const hosts = ['127.0.0.1', '0', '0x7f.1', '2130706433', '017700000001', 'localhost', '[::1]', '[::]'];
  const mapped = [
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '100.64.0.1',
  ];
  const addresses = own.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  // On a usual port, so that only the address can be the reason for the refusal.
  const { ask } = openOutbound();
  for (const host of [...hosts, ...mapped, '[fe80::1]', ...addresses]) {
    expect(await reasonOf(ask({ url: `http://${host}:8080/` })), host).toBe('refused');
    for (const { port } of [canary, wide])
      expect(await reasonOf(ask({ url: `http://${host}:${port}/` })), host).toBe('refused');
  }
  expect([canary.knocks(), wide.knocks()]).toEqual([0, 0]);
});

test('R-37 a name that resolves to this machine is refused, also next to public addresses', async () => {
  await using canary = await listen((_request, response) => response.end('secret'));
  for (const found of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['fe80::1'],
    [],
  ]) {
    const { ask } = openOutbound({ resolve: async () => found });
    const reason = await reasonOf(ask({ url: 'http://town.example:8080/' }));
    expect([found, reason]).toEqual([found, found.length ? 'refused' : 'unreachable']);
  }
  expect(canary.knocks()).toBe(0);
});

test('R-37 the checked address is the one connected to: a name is resolved once per connection', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  let asked = 0;
  const reach = openReach({ resolve: async () => answers[asked++] ?? [] });
  const url = new URL('http://town.example/');
  const look = () =>
    new Promise((resolve) =>
      reach.lookupFor(url)('town.example', { all: true }, (error, found) => resolve(error ?? found)),
    );
  reach.check(url);
  expect(await look()).toEqual([{ address: '93.184.216.34', family: 4 }]);
  expect(asked).toBe(1);
  expect(await look()).toMatchObject({ reason: 'refused' });
  // The address that the socket finally reports counts, too.
  expect([reach.isReached(url, '127.0.0.1'), reach.isReached(url, undefined)]).toEqual([false, false]);
});

test('R-37 each redirect is checked again, and at most three are followed', async () => {
  await using canary = await listen((_request, response) => response.end('secret'));
  let target = canary.url;
  let hops = 0;
  await using server = await listen((_request, response) => {
    hops++;
    response.writeHead(302, { Location: target }).end();
  });
  const { ask } = openOutbound({ reachable: [server.host] });
  for (const leading of [
    canary.url,
    'http://[::1]:8080/',
    'file:///etc/passwd',
    'http://user:x@example.org/',
  ]) {
    target = leading;
    expect(await reasonOf(ask({ url: server.url })), leading).toBe('refused');
  }
  expect(canary.knocks()).toBe(0);
  [target, hops] = [server.url, 0];
  expect([await reasonOf(ask({ url: server.url })), hops]).toEqual(['lost', 4]);
  const posted = await ask({ url: server.url, method: 'POST', body: 'x' });
  expect(posted.status).toBe(302);
});

test('R-37 credentials are not sent along a redirect to another server', async () => {
  let target = '';
  const given: IncomingHttpHeaders[] = [];
  const note: RequestListener = (request, response) => {
    given.push(request.headers);
    if (request.url === '/') response.writeHead(307, { Location: target });
    response.end();
  };
  await using server = await listen(note);
  await using other = await listen(note);
  const { ask } = openOutbound({ reachable: [server.host, other.host] });
  const proof = {
    Authorization: 'Bearer a',
    cookie: 'b=1',
    'Proxy-Authorization': 'Basic d',
    'X-Hub-Signature': 'sha256=c',
    'X-Hub-Signature-256': 'sha256=e',
  };
  const names = Object.keys({ ...proof, 'Content-Type': '' }).map((name) => name.toLowerCase());
  for (const [leading, told] of [
    ['/same', names],
    [`${other.url}other`, ['content-type']],
  ] as const) {
    target = leading;
    given.length = 0;
    const headers = { ...proof, 'Content-Type': 'text/plain' };
    await ask({ url: server.url, method: 'POST', headers, body: 'x' });
    expect(given.map((seen) => names.filter((name) => name in seen))).toEqual([names, told]);
  }
});

test.each([
  'ftp://example.org/',
  'file:///etc/passwd',
  'http://user:secret@example.org/',
  'http://example.org:22/',
  'x',
])('R-37 %s is refused before any request', async (url) => {
  const { ask } = openOutbound({ resolve: async () => expect.unreachable() });
  expect(await reasonOf(ask({ url }))).toBe('refused');
});

test('R-37 a proxy in the environment is not used', async () => {
  await using proxy = await listen((_request, response) => response.end('proxied'));
  await using server = await listen((_request, response) => response.end('itself'));
  const { ask } = openOutbound({ reachable: [server.host] });
  process.env.HTTP_PROXY = proxy.url;
  process.env.NODE_USE_ENV_PROXY = '1';
  try {
    expect((await ask({ url: server.url })).body.toString()).toBe('itself');
  } finally {
    delete process.env.HTTP_PROXY;
    delete process.env.NODE_USE_ENV_PROXY;
  }
  expect(proxy.knocks()).toBe(0);
});
