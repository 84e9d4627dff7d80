import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { publishDueItems } from '#app/items/drafts/publish-due-items.server.ts';
import { findForgery, type Proof, sha256Of, signProof } from '#app/items/proof/proof.ts';
import { renewProofKey } from '#app/items/proof/proof-keys.server.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { uploadDocument } from '../../../tests/documents.ts';
import { openSite } from '../../../tests/open-site.ts';
import { typeCommand } from '../../../tests/operator.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => isoOf(NOW + hours * HOUR_MS);

const notice = {
  id: 'road',
  title: 'Mill Street closes',
  link: 'https://town.example/news/road',
  pubDate: at(0),
  description: '<p>Mill Street is closed from December 1.</p><ul><li>Detour: Hill Road</li></ul>',
};

const event = {
  id: 'hearing',
  title: 'Budget hearing',
  link: 'https://town.example/events/hearing',
  sourceId: 'local:hearing',
  pubDate: at(0),
  description: '<p>Everyone may speak.</p>',
  eventDate: '2026-11-23T23:30:00.000Z',
  eventTime: '6:30 PM',
  eventLocation: 'Town Office',
};

async function openProofs() {
  let now = NOW;
  const site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const send = (method: string, path: string, body?: object) =>
    site.fetch(`/api/v1/${path}`, {
      method,
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  return {
    ...site,
    admin,
    send,
    pass: (hours: number) => {
      now += hours * HOUR_MS;
    },
    now: () => now,
    save: async (path: string, body: object) => {
      const response = await send('PUT', path, body);
      expect(response.status, await response.clone().text()).toBeLessThan(300);
    },
    proofOf: async (path: string, headers: Record<string, string> = {}) => {
      const response = await site.fetch(`/proof/${path}.json`, { headers });
      return { status: response.status, proof: response.ok ? ((await response.json()) as Proof) : undefined };
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test('the proof of a news item has its text, its hash, and since when', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  const { proof } = await site.proofOf('news/road');
  const text = 'Mill Street closes\n\nMill Street is closed from December 1.\nDetour: Hill Road';
  expect(proof).toEqual({
    url: `${site.origin}/news/road`,
    text,
    sha256: sha256Of(text),
    from: at(0),
    to: null,
    changes: [{ at: at(0), sha256: sha256Of(text) }],
    signature: expect.any(String),
    key: expect.any(String),
  });
  expect(proof && findForgery(proof)).toBeUndefined();
  const page = await site.page('/proof/news/road');
  expect(page).toContain('Still published');
  expect(page).toContain('Detour: Hill Road');
  expect(page).toContain('href="/proof/news/road.json"');
});

test('an event is proved with its date, time and place', async () => {
  await using site = await openProofs();
  await site.save('events/hearing', event);
  expect((await site.proofOf('events/hearing')).proof?.text).toBe(
    'Budget hearing\n\nMonday, November 23, 2026, 6:30 PM\nTown Office\nEveryone may speak.',
  );
});

test('a page of the town is proved at its address', async () => {
  await using site = await openProofs();
  await site.save('pages/dogs', {
    id: 'dogs',
    title: 'Dog licenses',
    description: '<p>$9 a year.</p>',
    slug: 'dogs',
  });
  const { proof } = await site.proofOf('pages/dogs');
  expect(proof).toMatchObject({ url: `${site.origin}/pages/dogs`, text: 'Dog licenses\n\n$9 a year.' });
  expect(await site.page('/proof/pages/dogs')).toContain('href="/proof/pages/dogs.json"');
});

test('each change of the text is an entry, and a save that changes no text is none', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  site.pass(1);
  await site.save('news/road', { ...notice, description: '<p>Closed until May.</p>' });
  site.pass(1);
  await site.save('news/road', { ...notice, description: '<p>Closed until May.</p>', sourceName: 'Town' });
  const { proof } = await site.proofOf('news/road');
  expect(proof?.changes.map((change) => change.at)).toEqual([at(0), at(1)]);
  expect(proof).toMatchObject({ from: at(0), to: null, text: 'Mill Street closes\n\nClosed until May.' });
  expect(proof && findForgery(proof)).toBeUndefined();
});

test('what is taken off the site has an end, which only editors see', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  site.pass(1);
  expect((await site.send('DELETE', 'news/road')).status).toBe(204);
  expect((await site.proofOf('news/road')).status).toBe(404);
  const { proof } = await site.proofOf('news/road', site.admin);
  expect(proof).toMatchObject({ text: null, from: at(0), to: at(1) });
  expect(proof && findForgery(proof)).toBeUndefined();
  expect(await site.page('/proof/news/road', site.admin)).toContain('It is not public any more.');

  site.pass(1);
  expect((await site.send('POST', 'news/road/restore')).status).toBe(200);
  const again = (await site.proofOf('news/road')).proof;
  expect(again).toMatchObject({ from: at(0), to: null });
  expect(again?.changes.map(({ sha256 }) => sha256 === null)).toEqual([false, true, false]);

  site.pass(1);
  await site.send('PATCH', 'news/road', { publication: 'draft' });
  expect((await site.proofOf('news/road')).status).toBe(404);
  expect((await site.proofOf('news/road', site.admin)).proof).toMatchObject({ to: at(3) });
  await site.send('DELETE', 'news/road?forever=true');
  expect((await site.proofOf('news/road', site.admin)).status).toBe(404);
});

test('a document is proved by the bytes of its files, from when readers could have them', async () => {
  await using site = await openProofs();
  const upload = async (text: string, path = '', method = 'POST') => {
    const response = await uploadDocument(site, Buffer.from(text), { path, method });
    return (await response.json()) as { id: string; url: string };
  };
  const { id, url } = await upload('The minutes, draft');
  const path = `documents/${id}`;
  expect((await site.proofOf(path)).status).toBe(404);
  expect((await site.proofOf(path, site.admin)).status).toBe(404);
  site.pass(1);
  await site.save('polls/roof', {
    title: 'Roof?',
    description: 'x',
    options: ['Yes', 'No'],
    documents: [id],
  });
  site.pass(1);
  await site.save('news/road', { ...notice, documents: [id] });
  expect((await site.proofOf(path)).proof).toEqual({
    url,
    text: null,
    sha256: sha256Of('The minutes, draft'),
    from: at(1),
    to: null,
    changes: [{ at: at(1), sha256: sha256Of('The minutes, draft') }],
    signature: expect.any(String),
    key: expect.any(String),
  });
  site.pass(1);
  await upload('The minutes', `/${id}/file`, 'PUT');
  const item = await site.page('/news/road/mill-street-closes');
  expect(item).toMatch(new RegExp(`Replaced on November 20, 2026. .*<a href="/proof/${path}">What changed<`));
  const page = await site.page(`/proof/${path}`);
  expect(page).toContain('Minutes (Text, 1 KB)');
  expect(page).toContain('class="button needs-script print-page" type="button" hidden=""');
  expect(await site.page(`/admin/${path}`, site.admin)).toContain(`href="/proof/${path}"`);
  // One of two uses ends, then the other.
  site.pass(1);
  await site.save('polls/roof', { title: 'Roof?', description: 'x', options: ['Yes', 'No'], documents: [] });
  const { proof } = await site.proofOf(path);
  expect(proof).toMatchObject({ from: at(1), to: null });
  expect(proof?.changes.map((change) => change.at)).toEqual([at(1), at(3)]);
  expect(proof && findForgery(proof)).toBeUndefined();
  await site.send('DELETE', 'news/road');
  expect((await site.proofOf(path)).status).toBe(404);
  expect((await site.proofOf(path, site.admin)).proof).toMatchObject({ to: at(4) });
  expect(await site.page(`/proof/${path}`, site.admin)).toContain('It is not public any more.');
  site.pass(1);
  await site.send('POST', 'news/road/restore');
  site.pass(1);
  await site.send('DELETE', 'news/road?forever=true');
  const ended = (await site.proofOf(path, site.admin)).proof;
  expect(ended?.changes.map((change) => change.at)).toEqual([at(1), at(3), at(4), at(5), at(6)]);

  const folder = await mkdtemp(join(tmpdir(), 'proof-'));
  try {
    const [file, copy, other] = ['proof.json', 'minutes.txt', 'other.txt'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(file, JSON.stringify(proof));
    await writeFile(copy, 'The minutes, draft');
    await writeFile(other, 'The minutes, altered');
    const typed = await typeCommand(['verify', file, '--document', copy]);
    expect(typed).toMatchObject({ code: 0, complained: [] });
    expect(typed.printed.join('\n')).toContain(`was the public document from ${at(1)} to ${at(3)}.`);
    expect(await typeCommand(['verify', file, '--document', other])).toMatchObject({
      code: 1,
      complained: [expect.stringContaining('is not the document that was published')],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a scheduled item is proved from when it went public', async () => {
  await using site = await openProofs();
  await site.save('news/road', { ...notice, publication: 'scheduled', publishAt: at(2) });
  expect((await site.proofOf('news/road')).status).toBe(404);
  site.pass(2);
  await publishDueItems(site.write, collections, site.now());
  expect((await site.proofOf('news/road')).proof).toMatchObject({ from: at(2), to: null });
});

test('an item from before there was a record is proved since it was saved', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  await site.write.deleteFrom('publication_change').execute();
  expect((await site.proofOf('news/road')).proof).toMatchObject({ from: at(0) });
  site.pass(5);
  await site.save('news/road', { ...notice, description: '<p>Open.</p>' });
  expect((await site.proofOf('news/road')).proof?.changes.map((change) => change.at)).toEqual([at(0), at(5)]);
});

test('what has no proof is a 404', async () => {
  await using site = await openProofs();
  for (const path of ['news/none', 'polls/any', 'users/any', 'news/add', '__proto__/x', 'news/..%2f'])
    for (const end of ['', '.json'])
      expect((await site.fetch(`/proof/${path}${end}`)).status, path + end).toBeGreaterThanOrEqual(400);
});

test('earlier keys stay public, and the newest signs', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  const before = (await site.proofOf('news/road')).proof;
  await renewProofKey(site.write, NOW);
  const after = (await site.proofOf('news/road')).proof;
  const { keys } = (await (await site.fetch('/proof/keys.json')).json()) as {
    keys: { key: string; retiredAt: string | null }[];
  };
  expect(keys.map(({ key }) => key)).toEqual([after?.key, before?.key]);
  expect(keys.map(({ retiredAt }) => retiredAt === null)).toEqual([true, false]);
  expect(before && findForgery(before)).toBeUndefined();
  expect(JSON.stringify(keys)).not.toContain('private');
});

test('belfry verify tells a true proof from a changed one', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  const { proof } = await site.proofOf('news/road');
  if (!proof) throw new Error('There is no proof.');
  const folder = await mkdtemp(join(tmpdir(), 'proof-'));
  const verify = async (content: unknown, ...more: string[]) => {
    const file = join(folder, 'proof.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return typeCommand(['verify', file, ...more]);
  };
  const keys = join(folder, 'keys.json');
  await writeFile(keys, await (await site.fetch('/proof/keys.json')).text());
  try {
    const typed = await verify(proof, '--keys', keys);
    expect(typed).toMatchObject({ code: 0, complained: [] });
    expect(typed.printed.join('\n')).toContain(`${site.origin}/news/road was public from ${at(0)} on.`);

    const text = `${proof.text}!`;
    const [change] = proof.changes;
    const changed: [Partial<Proof>, RegExp][] = [
      [{ text }, /SHA-256 is different/],
      [{ text, sha256: sha256Of(text) }, /signature/],
      [{ from: at(-48) }, /signature/],
      [{ to: at(1) }, /signature/],
      [{ url: 'https://other.example/news/road' }, /signature/],
      [{ changes: [change, change] as Proof['changes'] }, /signature/],
      [{ key: 'AAAA' }, /signature/],
      [{ signature: '' }, /signature/],
    ];
    for (const [change, message] of changed) {
      const { code, complained } = await verify({ ...proof, ...change });
      expect([code, complained.join()], JSON.stringify(change)).toEqual([1, expect.stringMatching(message)]);
    }

    const stranger = generateKeyPairSync('ed25519');
    const forged = signProof(proof, {
      publicKey: String(stranger.publicKey.export({ format: 'jwk' }).x),
      privateKey: stranger.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    });
    expect((await verify(forged)).code).toBe(0);
    expect(await verify(forged, '--keys', keys)).toMatchObject({
      code: 1,
      complained: [expect.stringMatching(/is not in/)],
    });
    expect((await verify('{"a":1}')).complained.join()).toContain('is not a proof of publication');
    expect((await verify('<html>')).complained.join()).toContain('is not JSON');
    expect((await typeCommand(['verify', join(folder, 'none')])).complained.join()).toContain(
      "can't be read",
    );
    expect((await typeCommand(['verify'])).code).toBe(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('legal notices are listed on their own, with their proofs', async () => {
  await using site = await openProofs();
  await site.save('news/road', notice);
  expect(await site.page('/news')).not.toContain('Legal notices');
  await site.save('news/sale', { ...notice, id: 'sale', title: 'Tax sale', legal: true });
  expect(await (await site.send('GET', 'news/sale')).json()).toMatchObject({ legal: true });
  expect(await (await site.send('GET', 'news/road')).json()).not.toHaveProperty('legal');
  const all = await site.page('/news');
  expect(all).toContain('Mill Street closes');
  expect(all).toContain('href="/news?legal=1"');
  const legal = await site.page('/news?legal=1');
  expect(legal).not.toContain('Mill Street closes');
  expect(legal).toContain('Tax sale');
  expect(legal).toContain('href="/proof/news/sale"');
  expect(await site.page('/news/sale/tax-sale')).toContain('href="/proof/news/sale"');
  expect((await site.send('PATCH', 'news/sale', { legal: 'maybe' })).status).toBe(422);
  await site.send('PATCH', 'news/sale', { legal: false });
  expect(await site.page('/news?legal=1')).not.toContain('Tax sale');
});
