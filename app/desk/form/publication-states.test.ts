import { expect, test } from 'vitest';
import { collectionNames, type NounName } from '#app/collections.server.ts';
import { type Publication, publications } from '#app/items/collection/collection.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { someOf } from '../../../tests/rounds.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

/** 5 PM on Friday, November 20, 2026 in New York. */
const NOW = Date.parse('2026-11-20T22:00:00Z');
const MORNING = '2026-11-21T12:00:00.000Z';
const LATER = '2026-12-24T12:00:00.000Z';

type Json = Record<string, unknown>;
type Form = Record<string, string | string[]>;
type AuthContext = Awaited<ReturnType<typeof openDesk>>;

/** An item's form and the API, as an editor uses them. */
async function openDesk(site: TestSite, name: NounName) {
  const admin = await site.asAdmin();
  const headers = { ...admin, 'Content-Type': 'application/json', Origin: site.origin };
  const call = async (method: string, id: string, body?: Json) => {
    const sent = body ? { body: JSON.stringify(body) } : {};
    const response = await site.fetch(`/api/v1/${name}/${id}`, { method, headers, ...sent });
    return (await response.json()) as Json;
  };
  const open = async (id: string): Promise<Form> => {
    const form = formIn(await site.page(`/admin/${name}/${id}`, admin));
    return name === 'polls'
      ? { ...form, options: ['Yes', 'No'], voters: 'verified', resultsShown: 'always' }
      : form;
  };
  const send = async (id: string, form: Form) => {
    const response = await site.post(`/admin/${name}/${id}`, form, admin);
    expect([id, response.status]).toEqual([id, 303]);
    const page = await site.page(response.headers.get('Location') ?? '', admin);
    const [, notice = ''] = /role="status"[^>]*>([\s\S]*?)<\/div>/.exec(page) ?? [];
    return notice.replace(/<[^>]*>/g, '');
  };
  const save = async (id: string, changes: Form) => send(id, { ...(await open(id)), ...changes });
  const select = (id: string, form: Form) =>
    site.post(`/admin/selection/${name}`, { back: `/admin/${name}`, id, ...form }, admin);
  const isPublic = async (id: string) => (await site.fetch(`/api/v1/${name}/${id}`)).status === 200;
  return { call, open, send, save, select, isPublic };
}

/** An item that was published, scheduled in its form and, for a draft, unpublished there. */
async function reach({ call, save }: AuthContext, name: NounName, state: Publication, id: string) {
  await call('PUT', id, sampleInputs[name]);
  if (state === 'published') return;
  await save(id, { publication: 'scheduled', publishAt: '2026-11-21T07:00' });
  if (state === 'draft') await save(id, { publication: 'draft' });
}

test.each(collectionNames)(
  '%s: the form leads from every status to every other, without script',
  async (name) => {
    await using site = await openSite({ now: NOW });
    const desk = await openDesk(site, name);
    const all = publications.flatMap((from) => publications.map((to) => [from, to] as const));
    const turn = collectionNames.indexOf(name);
    for (const [from, to] of name === 'articles' ? all : someOf(import.meta.url, all, turn, 3)) {
      const id = `${from}-${to}`;
      await reach(desk, name, from, id);
      const page = await desk.save(id, { publication: to, publishAt: '2026-11-21T07:00' });
      const { publication, publishAt, pubDate } = await desk.call('GET', id);
      const expected = [to, to === 'scheduled' ? MORNING : null, to === 'published'];
      expect([id, publication, publishAt, await desk.isPublic(id)]).toEqual([id, ...expected]);
      const said = { draft: 'Saved as a draft.', scheduled: 'Scheduled for', published: 'is on the site.' };
      expect(page).toContain(said[to]);
      if (to === 'published' && pubDate !== undefined)
        expect(Date.parse(String(pubDate))).toBeLessThanOrEqual(NOW);
    }
  },
);

test.each(['articles', 'news'] as const)(
  '%s: what is scheduled or unpublished is published now and dated now, or by a past date that was chosen',
  async (name) => {
    await using site = await openSite({ now: NOW });
    const desk = await openDesk(site, name);
    const { call, open, send, save, select, isPublic } = desk;
    const now = new Date(NOW).toISOString();
    for (const state of ['scheduled', 'draft'] as const)
      for (const [typed, pubDate] of [
        [{}, now],
        [{ pubDate: '2026-12-24T07:00' }, now],
        [{ pubDate: '2026-11-01T07:00' }, '2026-11-01T12:00:00.000Z'],
      ] as const) {
        const id = `${state}-${typed.pubDate?.slice(5, 10)}`;
        await reach(desk, name, state, id);
        const form = { ...(await open(id)), ...typed, publication: 'published' };
        expect(await send(id, form)).toContain('is on the site.');
        // A double click sends it twice.
        expect(await send(id, form)).toContain('is on the site.');
        expect(await call('GET', id)).toMatchObject({ publication: 'published', pubDate });
        expect(await isPublic(id)).toBe(true);
      }

    // A date that the editor typed schedules a new or a published item; Published then publishes it.
    await call('PUT', 'typed', sampleInputs[name]);
    expect(await save('typed', { pubDate: '2026-12-24T07:00' })).toContain('Scheduled for');
    expect(await call('GET', 'typed')).toMatchObject({ publication: 'scheduled', publishAt: LATER });
    expect(await save('typed', { publication: 'published' })).toContain('is on the site.');
    expect(await call('GET', 'typed')).toMatchObject({ publication: 'published', pubDate: now });

    // A form that saved itself as a draft.
    await reach(desk, name, 'draft', 'autosaved');
    const form = { ...(await open('autosaved')), title: 'Changed', publication: 'published' };
    const saved = await site.post(`/admin/${name}/autosaved/autosave`, form, await site.asAdmin());
    expect(saved.status).toBe(200);
    expect(await save('autosaved', {})).toContain('is on the site.');

    for (const state of ['scheduled', 'draft'] as const) {
      await reach(desk, name, state, `patched-${state}`);
      const patched = await call('PATCH', `patched-${state}`, { publication: 'published' });
      expect(patched).toMatchObject({ publication: 'published', pubDate: now });
      await reach(desk, name, state, `put-${state}`);
      const whole = { ...sampleInputs[name], pubDate: MORNING, publication: 'published' };
      expect(await call('PUT', `put-${state}`, whole)).toMatchObject({
        publication: 'published',
        pubDate: now,
      });
      await reach(desk, name, state, `picked-${state}`);
      await select(`picked-${state}`, { do: 'publish' });
      expect(await call('GET', `picked-${state}`)).toMatchObject({ publication: 'published', pubDate: now });
    }
    // Undo of the bulk action gives a scheduled item its date again.
    await reach(desk, name, 'scheduled', 'undone');
    const done = await select('undone', { do: 'publish' });
    const was = new URL(done.headers.get('Location') ?? '', site.origin).searchParams.getAll('was');
    await select('undone', { was });
    expect(await call('GET', 'undone')).toMatchObject({
      publication: 'scheduled',
      publishAt: MORNING,
      pubDate: MORNING,
    });

    // What is public stays public with an earlier version of it, which was scheduled.
    await reach(desk, name, 'scheduled', 'restored');
    const { items } = (await call('GET', 'restored/revisions')) as { items: { revision: number }[] };
    await save('restored', { publication: 'published' });
    expect(await call('POST', `restored/revisions/${items[0]?.revision}/restore`)).toMatchObject({
      publication: 'published',
      pubDate: now,
    });

    // Without a word about publication, the date decides, however often it is sent.
    for (const _ of [1, 2])
      expect(await call('PUT', 'synced', { ...sampleInputs[name], pubDate: LATER })).toMatchObject({
        publication: 'scheduled',
        publishAt: LATER,
      });
  },
);
