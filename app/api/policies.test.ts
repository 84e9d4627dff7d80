import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { CollectionName } from '#app/content/item-schema.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const tables = ['article', 'news_item', 'event', 'poll', 'poll_option', 'business', 'town_setting'] as const;

type Operation = { method: string; path: string; policy: string; collection: CollectionName };

/** The operations as the document lists them: one that is added is tested without being named here. */
async function listOperations(site: TestSite): Promise<Operation[]> {
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace('{id}', 'i1'),
      policy: operation['x-policy'],
      collection: path.split('/')[3] as CollectionName,
    })),
  );
}

type Document = { paths: Record<string, Record<string, { 'x-policy': string }>> };

async function plantOneOfEach(site: TestSite): Promise<void> {
  for (const { name, schema, save } of Object.values(collections)) {
    await save(site.write, schema.parse({ id: 'i1', ...sampleInputs[name] }), { now });
  }
}

async function contentsOf({ write }: TestSite): Promise<string> {
  const rows = [];
  for (const table of tables) rows.push(await write.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

function call(site: TestSite, { method, path, collection }: Operation, headers: Record<string, string>) {
  const hasBody = method === 'PUT' || method === 'PATCH';
  return site.fetch(path, {
    method,
    headers: { ...headers, Origin: site.origin, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) },
    ...(hasBody
      ? { body: JSON.stringify({ ...sampleInputs[collection], description: '<p>Mine now.</p>' }) }
      : {}),
  });
}

test('every operation of the API has a policy, and every way to write one of the administrator', async () => {
  await using site = await openSite();
  const operations = await listOperations(site);
  expect(operations).toHaveLength(25);
  for (const { method, policy } of operations) expect(policy).toBe(method === 'GET' ? 'anyone' : 'admin');
});

test('visitors and members can call nothing that is the administrator’s, and change nothing', async () => {
  await using site = await openSite();
  await plantOneOfEach(site);
  const people = { 401: {}, 403: await site.asMember(), again: { Cookie: 'belfry-dev=forged.signature' } };
  const before = await contentsOf(site);
  for (const operation of (await listOperations(site)).filter(({ policy }) => policy === 'admin')) {
    for (const [person, headers] of Object.entries(people)) {
      const response = await call(site, operation, headers);
      expect([operation, response.status]).toEqual([operation, person === '403' ? 403 : 401]);
      expect(await response.json()).toMatchObject({ title: 'User is not logged in or is not an admin.' });
    }
  }
  expect(await contentsOf(site)).toBe(before);
});

test('what anyone may call, a visitor may', async () => {
  await using site = await openSite();
  await plantOneOfEach(site);
  for (const operation of (await listOperations(site)).filter(({ policy }) => policy === 'anyone')) {
    expect([operation, (await call(site, operation, {})).status]).toEqual([operation, 200]);
  }
});

test('the administrator may call everything', async () => {
  await using site = await openSite();
  await plantOneOfEach(site);
  const admin = await site.asAdmin();
  for (const operation of await listOperations(site)) {
    const response = await call(site, operation, admin);
    expect([operation, response.ok]).toEqual([operation, true]);
  }
});
