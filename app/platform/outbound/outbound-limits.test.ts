import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listen, reasonOf } from '../../../tests/outbound-servers.ts';
import { openOutbound } from './outbound.server.ts';

const bounds = { maxBytes: 4096, maxDecodedBytes: 16_384 };
/** Only for what must take too long: anything can on a busy machine. */
const hasty = { ...bounds, headersMs: 300, totalMs: 600 };

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
  const reachable = [server.host];
  const found = await Promise.all(
    Object.keys(answers).map(async (path) => {
      const isSlow = path === '/silent' || path === '/drips';
      const { ask } = openOutbound({ reachable, bounds: isSlow ? hasty : bounds });
      return [path, await reasonOf(ask({ url: server.url + path.slice(1) }))];
    }),
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

test('R-38 four requests that someone waits for have slots of their own, and ports are servers of their own', async () => {
  const hosts = [2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`);
  await using servers = await listenPatiently(hosts);
  await using other = await listen((_request, response) => response.end('x'));
  await using same = await listen((_request, response) => response.end('x'));
  const reachable = [...servers.urls.map((url) => new URL(url).host), other.host, same.host];
  const { ask } = openOutbound({ reachable });
  const asking = servers.urls.slice(0, 4).map((url) => ask({ url }));
  await servers.listAsked(4);
  const awaited = ask({ url: servers.urls[4] ?? '', isAwaited: true });
  const done = await Promise.all([other, same].map(({ url }) => ask({ url, isAwaited: true })));
  expect(done.map(({ status }) => status)).toEqual([200, 200]);
  expect((await servers.listAsked(5)).slice(4)).toEqual(hosts.slice(4));
  servers.answerAll();
  await Promise.all([...asking, awaited]);
});

test('R-38 waiting costs no time of the limit, and any end frees the slot', async () => {
  let asked = 0;
  await using server = await listen((_request, response) => {
    if (asked++ > 0) response.end('x');
  });
  const { ask } = openOutbound({ reachable: [server.host], bounds: { ...bounds, totalMs: 2000 } });
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
