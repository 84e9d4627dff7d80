/** What another program's developer does first: generate a client from the OpenAPI document. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COVERED, generateClient } from './generated-client/generate-client.ts';
import { longTest } from './long-test.ts';
import { openServer } from './open-server.ts';

type Json = Record<string, unknown>;
type Operation = { requestBody?: { content: Record<string, { schema: Json }> } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

const root = new URL('..', import.meta.url).pathname;
const program = new URL('generated-client/program.ts', import.meta.url).pathname;

longTest('a generated TypeScript client creates, changes, lists and deletes, and changes nothing else', async () => {
  await using server = await openServer();
  const token = await createToken(server.site);
  const document = JSON.parse((await server.ask('/api/openapi.json')).body.toString());
  const folder = await createFolder();
  try {
    await generateClient(document, folder);
    await copyFile(program, join(folder, 'program.ts'));
    // Throws with the compiler's messages.
    execFileSync(join(root, 'node_modules/.bin/tsc'), [
      ...['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--target', 'esnext'],
      ...['--module', 'preserve', '--allowImportingTsExtensions', join(folder, 'program.ts')],
    ]);
    const { runProgram } = await import(join(folder, 'program.ts'));
    expect(await runProgram(`http://127.0.0.1:${server.port}`, token)).toEqual({
      article: { title: 'Changed', pinned: true },
      event: { title: 'Changed', status: 'cancelled', allDay: true },
      poll: { title: 'Changed', voters: 'members', maxChoices: 2 },
      listed: ['one'],
      left: 0,
      refused: [404, 'Not found'],
      invalid: [422, 'title'],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, [...COVERED]);

test('no PATCH declares a default or a required field, which a client might send for those that were left out', async () => {
  await using server = await openServer();
  const { paths, components } = JSON.parse(
    (await server.ask('/api/openapi.json')).body.toString(),
  ) as Document;
  const bodies = Object.entries(paths).flatMap(([path, { patch }]) =>
    Object.values(patch?.requestBody?.content ?? {}).map(({ schema }) => [path, resolved(schema)] as const),
  );
  expect(bodies.length).toBeGreaterThan(8);
  for (const [path, schema] of bodies) {
    const properties = Object.entries(schema.properties as Record<string, Json>);
    const withDefault = properties.filter(([, property]) => 'default' in property);
    expect([path, withDefault, schema.required ?? []]).toEqual([path, [], []]);
  }

  function resolved(schema: Json): Json {
    const [, name] = /\/(\w+)$/.exec(String(schema.$ref ?? '')) ?? [];
    return name ? (components.schemas[name] as Json) : schema;
  }
});

/** Within the project, so that modules below it are loaded like the tests. */
async function createFolder(): Promise<string> {
  const parent = join(root, '.cache');
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'generated-client-'));
}

async function createToken(site: Awaited<ReturnType<typeof openServer>>['site']): Promise<string> {
  const body = new URLSearchParams({ name: 'program', scope: 'write', days: '30' });
  const headers = { ...(await site.asAdmin()), Origin: site.origin };
  const response = await site.fetch('/admin/settings/tokens', { method: 'POST', body, headers });
  return /value="(blf_[\w-]{43})"/.exec(await response.text())?.[1] ?? '';
}
