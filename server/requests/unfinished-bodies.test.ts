/** Bodies that arrive slowly, and what happens meanwhile: on a real listener. */
import { type ClientRequest, request } from 'node:http';
import { expect, test } from 'vitest';
import { createApiToken, listApiTokens, revokeApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { type Answer, openServer } from '../../tests/open-server.ts';
import { sendRaw } from '../../tests/raw-socket.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';

type Server = Awaited<ReturnType<typeof openServer>>;
type Sending = { sent: ClientRequest; answer: Promise<Answer> };

type Beginning = { headers: Record<string, string>; length: number; part: string };

/** Sends the headers and a first part of a body, and returns once the server has processed them. */
async function begin(server: Server, path: string, beginning: Beginning): Promise<Sending> {
  const sending = await send(server, path, beginning);
  // A request on another connection: its response shows that this one was processed, too.
  for (let turn = 0; turn < 3; turn++) await server.ask('/healthz');
  return sending;
}

async function send(server: Server, path: string, { headers, length, part }: Beginning): Promise<Sending> {
  const all = { 'Content-Type': 'application/json', 'Content-Length': String(length), ...headers };
  const sent = request({
    port: server.port,
    host: '127.0.0.1',
    agent: false,
    method: 'PUT',
    path,
    headers: all,
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: Buffer.concat(chunks) });
        });
    });
  });
  answer.catch(() => undefined);
  await new Promise((resolve) => sent.write(part, resolve));
  return { sent, answer };
}

const item = JSON.stringify({ ...sampleInputs.articles, title: 'Too late' });
const half = { length: Buffer.byteLength(item), part: item.slice(0, 100) };

async function titles(server: Server): Promise<string[]> {
  const rows = await server.site.write.selectFrom('article').select('title').execute();
  return rows.map(({ title }) => title);
}

test('R-18 a token that is revoked while a body arrives writes nothing', async () => {
  await using server = await openServer();
  const { write, services } = server.site;
  const text = await createApiToken(write, { name: 'Import', scope: 'write', days: 1 }, services.now());
  const headers = { Authorization: `Bearer ${text}` };
  const { sent, answer } = await begin(server, '/api/v1/articles/late', { headers, ...half });
  const [token] = await listApiTokens(write, services.now());
  await revokeApiToken(write, token?.id ?? '', services.now());
  sent.end(item.slice(100));
  expect((await answer).status).toBe(401);
  expect(await titles(server)).toEqual([]);
});

test('R-06 a session that ends while a body arrives writes nothing', async () => {
  await using server = await openServer();
  const { site } = server;
  const headers = { ...(await site.asAdmin()), Origin: site.origin };
  const { sent, answer } = await begin(server, '/api/v1/articles/late', { headers, ...half });
  expect((await site.post('/logout', {}, headers)).status).toBe(303);
  sent.end(item.slice(100));
  expect((await answer).status).toBe(401);
  expect(await titles(server)).toEqual([]);
});

test('R-58 a call without any credentials is refused before its body has arrived', async () => {
  await using server = await openServer();
  for (const [path, status] of [
    ['/api/v1/articles/x', 401],
    ['/api/v1/articles', 405],
  ] as const) {
    const sending = { headers: {}, length: 1_000_000, part: 'x'.repeat(100_000) };
    const { sent, answer } = await begin(server, path, sending);
    expect([path, (await answer).status]).toEqual([path, status]);
    sent.destroy();
  }
});

test('the rest of an unread body does not affect the next request', async () => {
  await using server = await openServer();
  const put = `PUT /api/v1/articles/x HTTP/1.1\nHost: localhost\nContent-Length: 500000\n\n${'x'.repeat(500_000)}`;
  const next = 'GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n';
  expect((await sendRaw(server.port, put + next, { quietMs: 3000 })).statuses).toEqual([401, 200]);
});

test('R-58 unfinished bodies take at most 64 MiB of the process together, and short ones still get through', async () => {
  await using server = await openServer();
  const headers = { Authorization: 'Bearer none' };
  const large = { headers, length: 1_000_000, part: 'x'.repeat(900_000) };
  const sendings: Sending[] = [];
  for (let index = 0; index < 70; index++) sendings.push(await send(server, '/api/v1/articles/x', large));
  const refused = await Promise.race(sendings.map(({ answer }) => answer));
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('5');
  expect(JSON.parse(refused.body.toString())).toMatchObject({ title: 'The site is too busy right now.' });
  const short = await begin(server, '/api/v1/articles/x', { headers, length: 2, part: '{}' });
  expect((await short.answer).status).toBe(401);
  for (const { sent } of sendings) sent.destroy();
  const again = await begin(server, '/api/v1/articles/x', { ...large, length: 900_000 });
  expect((await again.answer).status).toBe(401);
}, 120_000);
