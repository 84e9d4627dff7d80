import { expect, inject, test } from 'vitest';
import { createApiToken } from '#app/tokens/api-token-store.server.ts';
import { openServer } from '../tests/open-server.ts';
import { createPostgres, type PostgresServer } from '../tests/postgres.ts';
import { type Attempt, listContradictions, startWriting, type WriteLoad } from '../tests/write-load.ts';

const isAsked = inject('postgresUrl') !== undefined;

type Scene = { site: Awaited<ReturnType<typeof openServer>>; token: string };

/** A site on a database, as a process of its own would run it. */
async function openScene(databaseUrl: string, environment: Record<string, string> = {}) {
  const settings = { DATABASE_URL: databaseUrl, BELFRY_SECRET: 'a secret that is only good for tests' };
  const site = await openServer({ environment: { ...settings, ...environment }, now: Date.now });
  const token = await createApiToken(site.site.write, { name: 'load', scope: 'write', days: 1 }, Date.now());
  return {
    site,
    token,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

async function withServer(
  body: (server: PostgresServer) => Promise<void>,
  settings: string[] = [],
): Promise<void> {
  const server = await createPostgres({ settings });
  await server.start();
  await body(server).finally(server.remove);
}

/** No answer may be anything but done, or the site's own 503. */
function oddAnswers(attempts: Attempt[]): string[] {
  return attempts
    .filter(
      ({ status, text }) => !(status === 200 || status === 201 || status === 503) || /25006|57P0/.test(text),
    )
    .map(({ status, text }) => `${status} ${text}`);
}

async function expectTrue(load: WriteLoad, { site }: Scene): Promise<void> {
  await load.stop();
  expect(await listContradictions(site.site.write, load.attempts)).toEqual([]);
  expect(oddAnswers(load.attempts)).toEqual([]);
}

test.skipIf(!isAsked)(
  'F11: writes resume after PostgreSQL restarts, fast or at once, and none is lost',
  async () => {
    await withServer(async (server) => {
      await using scene = await openScene(server.url);
      const load = startWriting({ port: scene.site.port, token: scene.token });
      await load.resumed(0);
      for (const mode of ['fast', 'immediate', 'kill'] as const) {
        await server.stop(mode);
        await server.start();
        const accepted = performance.now();
        const first = await load.resumed(accepted);
        expect(first.answeredAt - accepted).toBeLessThan(5000);
      }
      await expectTrue(load, scene);
    });
  },
);
