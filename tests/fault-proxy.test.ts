import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';

/** Echoes every chunk, with the prefix `name`. */
async function openEcho(name = ''): Promise<{ server: Server; port: number; received: () => string }> {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk;
      socket.write(name + chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, received: () => received };
}

type Visitor = { socket: Socket; say: (text: string) => Promise<string>; closed: Promise<string> };

async function connectVisitor(proxy: FaultProxy): Promise<Visitor> {
  const socket = connect(proxy.port, '127.0.0.1');
  let problem = 'end';
  socket.on('error', (error: NodeJS.ErrnoException) => {
    problem = error.code ?? '';
  });
  const closed = new Promise<string>((resolve) => {
    socket.on('end', () => resolve(problem));
    socket.on('close', () => resolve(problem));
  });
  await Promise.race([once(socket, 'connect').catch(() => closed), closed]);
  return {
    socket,
    closed,
    say: async (text) => {
      socket.write(text);
      return String((await once(socket, 'data'))[0]);
    },
  };
}

async function withProxy(
  body: (proxy: FaultProxy, echo: Awaited<ReturnType<typeof openEcho>>) => Promise<void>,
) {
  const echo = await openEcho();
  await using proxy = await openFaultProxy({ host: '127.0.0.1', port: echo.port });
  await body(proxy, echo).finally(() => echo.server.close());
}

test('traffic is forwarded, delayed or slowed down', async () => {
  await withProxy(async (proxy) => {
    const { say, socket } = await connectVisitor(proxy);
    expect(await say('one')).toBe('one');
    proxy.set({ kind: 'delay', ms: 40 });
    const asked = performance.now();
    expect(await say('two')).toBe('two');
    expect(performance.now() - asked).toBeGreaterThan(75);
    proxy.set({ kind: 'bandwidth', bytesPerSecond: 1_000_000 });
    expect(await say('three')).toBe('three');
    socket.destroy();
  });
});

test('a black hole forwards nothing until it ends', async () => {
  await withProxy(async (proxy, echo) => {
    const { say, socket } = await connectVisitor(proxy);
    await say('one');
    proxy.set({ kind: 'blackhole' });
    const answer = say('two');
    const late = await connectVisitor(proxy);
    const lateAnswer = late.say('three');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(echo.received()).toBe('one');
    proxy.set({ kind: 'pass' });
    expect(await answer).toBe('two');
    expect(await lateAnswer).toBe('three');
    socket.destroy();
    late.socket.destroy();
  });
});

test('connections are reset, half closed and cut after a number of bytes', async () => {
  await withProxy(async (proxy) => {
    const first = await connectVisitor(proxy);
    await first.say('one');
    proxy.set({ kind: 'cutAfter', bytes: 10 });
    expect(await first.say('four')).toBe('four');
    first.socket.write('more');
    expect(await first.closed).toBe('ECONNRESET');
    proxy.set({ kind: 'pass' });
    const second = await connectVisitor(proxy);
    await second.say('two');
    proxy.set({ kind: 'halfClose' });
    expect(await second.closed).toBe('end');
    second.socket.destroy();
    proxy.set({ kind: 'pass' });
    const third = await connectVisitor(proxy);
    await third.say('three');
    proxy.set({ kind: 'reset' });
    expect(await third.closed).toBe('ECONNRESET');
    expect(await (await connectVisitor(proxy)).closed).toMatch(/ECONNRESET|end/);
    expect(proxy.count().cuts).toBe(1);
  });
});

test('a connection is cut at a given text, before or after forwarding it', async () => {
  await withProxy(async (proxy, echo) => {
    for (const delivered of [false, true]) {
      const { say, socket, closed } = await connectVisitor(proxy);
      await say('begin');
      proxy.set({ kind: 'cutAt', text: 'commit', delivered });
      socket.write('commit');
      expect(await closed).toBe('ECONNRESET');
      proxy.set({ kind: 'pass' });
      const again = await connectVisitor(proxy);
      await again.say('.');
      again.socket.destroy();
    }
    expect(echo.received()).toBe('begin.begincommit.');
  });
});

test('new connections go to the configured target', async () => {
  await withProxy(async (proxy) => {
    const other = await openEcho('other ');
    const first = await connectVisitor(proxy);
    proxy.switchTo({ host: '127.0.0.1', port: other.port });
    expect(await first.say('one')).toBe('one');
    proxy.sever();
    await first.closed;
    const second = await connectVisitor(proxy);
    expect(await second.say('two')).toBe('other two');
    second.socket.destroy();
    other.server.close();
  });
});
