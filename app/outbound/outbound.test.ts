import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openOutbound } from './outbound.server.ts';
import type { OutboundError } from './outbound-error.ts';
import { openReach } from './reach.server.ts';

/** A server on loopback that counts connections. */
async function listen(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer);
  let knocks = 0;
  server.on('connection', () => knocks++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/`,
    knocks: () => knocks,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function reasonOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'answered',
    (error: OutboundError) => error.reason,
  );
}

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

const bounds = { connectMs: 2000, headersMs: 300, totalMs: 600, maxBytes: 4096, maxDecodedBytes: 16_384 };

test('R-38 a hostile server costs a fixed time and a fixed memory', async () => {
  const answers: Record<string, RequestListener> = {
    '/silent': () => undefined,
    '/drips': (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
    '/promises': (_request, response) => response.writeHead(200, { 'Content-Length': 10 ** 10 }).write('x'),
    '/endless': (_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024)));
      };
      response.on('drain', pour);
      pour();
    },
    '/bomb': (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))),
    '/nested': (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x'))),
    '/headers': (_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${'X-Y: zzzzzzzzzzzzzzzzzzzzzzzz\r\n'.repeat(5000)}\r\n`);
    },
    '/broken': (_request, response) => response.socket?.end('nonsense'),
  };
  await using server = await listen((request, response) => answers[request.url ?? '']?.(request, response));
  const { ask } = openOutbound({ reachable: [server.host], bounds });
  const found = await Promise.all(
    Object.keys(answers).map(async (path) => [
      path,
      await reasonOf(ask({ url: server.url + path.slice(1) })),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual({
    '/silent': 'slow',
    '/drips': 'slow',
    '/promises': 'large',
    '/endless': 'large',
    '/bomb': 'large',
    '/nested': 'refused',
    '/headers': 'unreachable',
    '/broken': 'unreachable',
  });
});

/** Servers that respond on command. */
async function listenPatiently(hosts: string[]) {
  const open: { host: string; answer: () => void }[] = [];
  let heard: (() => void) | undefined;
  const listening = hosts.map((host) =>
    listen((request, response) => {
      if (request.url === '/probe') return response.end();
      open.push({ host, answer: () => response.end(host) });
      return heard?.();
    }, host),
  );
  const urls = (await Promise.all(listening)).map(({ port }, at) => `http://${hosts[at]}:${port}/`);
  /**
   * The servers that received a request, once there are this many; further ones would arrive before the responses of a
   * later connection.
   */
  async function listAsked(count: number): Promise<string[]> {
    while (open.length < count)
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    for (const url of [...urls, ...urls]) await (await fetch(`${url}probe`)).text();
    return open.map(({ host }) => host);
  }
  return {
    urls,
    listAsked,
    answer: (host: string) => open.find((one) => one.host === host)?.answer(),
    answerAll: () => {
      for (const { answer } of open) answer();
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of await Promise.all(listening)) await server[Symbol.asyncDispose]();
    },
  };
}

test('R-38 four servers get requests at once, one request each; the others wait', async () => {
  const hosts = [2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`);
  await using servers = await listenPatiently(hosts);
  const { urls, answer, listAsked } = servers;
  const reachable = urls.map((url) => new URL(url).host);
  // Two instances share the limit of one.
  const [door, other] = [openOutbound({ reachable }), openOutbound({ reachable })];
  const [first = '', ...others] = urls;
  const stop = new AbortController();
  const asking = [
    door.ask({ url: first }),
    other.ask({ url: first }),
    ...others.map((url) => door.ask({ url })),
  ];
  const stopped = expect(door.ask({ url: first, signal: stop.signal })).rejects.toThrow('aborted');
  expect((await listAsked(4)).sort()).toEqual(hosts.slice(0, 4));
  stop.abort();
  await stopped;
  // Requests waiting for the first server keep waiting; later ones for another server go ahead.
  answer('127.0.0.3');
  expect((await listAsked(5)).slice(4)).toEqual(hosts.slice(4));
  answer('127.0.0.2');
  expect((await listAsked(6)).slice(5)).toEqual(hosts.slice(0, 1));
  servers.answerAll();
  const answers = await Promise.all(asking);
  expect(answers.map(({ body }) => String(body))).toEqual([hosts[0], ...hosts]);
});

test('R-38 waiting costs no time of the limit, and any end frees the slot', async () => {
  let asked = 0;
  await using server = await listen((_request, response) => {
    if (asked++ > 0) response.end('x');
  });
  const { ask } = openOutbound({ reachable: [server.host], bounds: { ...bounds, totalMs: 300 } });
  const results = [ask({ url: server.url }), ask({ url: server.url }), ask({ url: server.url })];
  expect(await Promise.all(results.map(reasonOf))).toEqual(['slow', 'answered', 'answered']);
});

test('A compressed response is decoded', async () => {
  await using server = await listen((request, response) => {
    const [encoding, compress] = request.url === '/br' ? ['br', brotliCompressSync] : ['gzip', gzipSync];
    response
      .writeHead(200, { 'Content-Encoding': encoding as string })
      .end((compress as typeof gzipSync)('feed'));
  });
  const { ask } = openOutbound({ reachable: [server.host], bounds });
  for (const path of ['br', 'gzip'])
    expect((await ask({ url: server.url + path })).body.toString()).toBe('feed');
});

test('An empty response is accepted, whatever its encoding header says', async () => {
  await using server = await listen((request, response) => {
    const status = Number(request.url?.slice(1, 4));
    const length = status === 304 ? { 'Content-Length': 10 ** 10 } : {};
    response.writeHead(status, { ...length, 'Content-Encoding': request.url?.slice(5) }).end();
  });
  const { ask } = openOutbound({ reachable: [server.host], bounds });
  for (const status of [200, 204, 304])
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd']) {
      const answer = await ask({ url: `${server.url}${status}/${encoding}` });
      expect([answer.status, answer.body.length, encoding]).toEqual([status, 0, encoding]);
    }
});

test('A caller can abort, and gets an error if there is no server', async () => {
  await using server = await listen(() => undefined);
  const { ask } = openOutbound({ reachable: [server.host, '127.0.0.1:9'] });
  const stop = new AbortController();
  const asking = ask({ url: server.url, signal: stop.signal });
  stop.abort();
  await expect(asking).rejects.toThrow('aborted');
  expect(await reasonOf(ask({ url: 'http://127.0.0.1:9/' }))).toBe('unreachable');
});
