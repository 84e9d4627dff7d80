import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openBuiltSite } from '../tests/built-site.ts';
import { longTest } from '../tests/long-test.ts';
import { openServer } from '../tests/open-server.ts';

const script = fileURLToPath(new URL('../tests/crashing-server.ts', import.meta.url));

function runUntilEnd(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

test('R-64 an uncaught exception is logged with its reference and shuts the process down in order', async () => {
  for (const way of ['throw', 'reject']) {
    const { code, said } = await runUntilEnd(way);
    expect(code).toBe(1);
    expect(said).toMatch(
      /"level":60.*"reference":"[0-9a-f]{10}".*nobody (caught|waited)|nobody (caught|waited).*"reference"/,
    );
    expect(said).not.toContain('june@');
    for (const step of ['announced', 'jobs stopped', 'database closed']) expect(said).toContain(step);
  }
});

test('R-63 while the site stops, /readyz says so and the last responses close their connections', async () => {
  await using server = await openServer();
  expect((await server.ask('/readyz')).status).toBe(200);
  server.listener.announceEnd();
  const ready = await server.ask('/readyz');
  expect([ready.status, JSON.parse(ready.body.toString())]).toEqual([
    503,
    { status: 'unavailable', reason: 'the site is stopping' },
  ]);
  for (const path of ['/articles', '/articles', '/login', '/api/v1/polls', '/favicon.svg']) {
    const { status, headers } = await server.ask(path, { Connection: 'keep-alive' });
    expect([path, status, headers.connection]).toEqual([path, 200, 'close']);
  }
});

longTest('R-63 the site ends with code 0 although a client never finishes', async () => {
  const site = await openBuiltSite({ environment: { BELFRY_DEMO: '0' } });
  const { connect } = await import('node:net');
  const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const head = `POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: ${site.url}\r\nContent-Length: 100\r\n\r\nemail=`;
  await new Promise((resolve) => socket.write(head, resolve));
  await fetch(`${site.url}/healthz`, { headers: { Connection: 'close' } });
  // After 15 seconds it would be killed, without a code.
  expect(await site.stop()).toBe(0);
});
