import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { hidePicture, isHiddenPicture } from '#app/platform/media/hidden-picture.server.ts';
import { DAY_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { NOW } from '../../../tests/seed-source.ts';
import { MOST_WAITING } from './form-guard.server.ts';
import { notifySenders } from './notify-senders.server.ts';
import { confirmSender, editSuggestion, withdrawSuggestion } from './own-suggestion.server.ts';
import { purgeSuggestions } from './purge-suggestions.server.ts';
import { readSuggestion } from './read-suggestion.server.ts';
import { listSenders } from './sender-facts.server.ts';
import { addSuggestion } from './suggestion-store.server.ts';

const context = { collections, town: defaultTown, siteUrl: 'https://town.example', now: NOW };
const values = {
  ...{ title: 'Lost goat', description: 'Gray, with a collar.', link: '', alt: '', from: '' },
  ...{ eventDate: '', eventTime: '', eventLocation: '' },
};

const PICTURE = 'a1'.repeat(16);

function sent(title: string, now = NOW) {
  const { suggestion } = readSuggestion('news', { ...values, title }, context);
  if (!suggestion) throw new Error('It can’t be read.');
  const email = 'june@example.org';
  return { suggestion, picture: PICTURE, sender: 's1', email, emailHash: 'h1', via: 'form' as const, now };
}

eachDatabase(
  'the same text is taken once, and again after it was withdrawn; 500 suggestions wait at most',
  async ({ database: { write } }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => addSuggestion(write, sent('Lost goat'))),
    );
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['added', 'known', 'known', 'known', 'known']);
    const [added] = outcomes.filter(({ kind }) => kind === 'added') as { token: string }[];
    const token = added?.token ?? '';
    const edited = await editSuggestion(write, token, { ...values, title: 'Goat found' }, context);
    expect(edited.kind).toBe('saved');
    expect(await withdrawSuggestion(write, token, NOW)).toBe(true);
    expect((await editSuggestion(write, token, values, context)).kind).toBe('gone');
    expect((await addSuggestion(write, sent('Goat'))).kind).toBe('added');
    const entry = await write.selectFrom('inbox_entry').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: MOST_WAITING - 2 }, (_, n) => ({
      ...entry,
      ...{ id: `e${n}`, itemId: `n${n}`, topic: `t${n}` },
    }));
    await write.insertInto('inbox_entry').values(more).execute();
    expect((await addSuggestion(write, sent('The last goat'))).kind).toBe('added');
    expect((await addSuggestion(write, sent('One more goat'))).kind).toBe('full');
  },
);

eachDatabase(
  'a sender with a confirmed address is notified once, after the time for Undo, and forgotten after 90 days',
  async ({ database: { write } }) => {
    await hidePicture(write, PICTURE, NOW);
    const added = await addSuggestion(write, sent('Lost goat'));
    if (added.kind !== 'added') throw new Error('It was not added.');
    await confirmSender(write, added.id, NOW);
    const [entry] = await write
      .selectFrom('inbox_entry')
      .select(['kind', 'collection', 'itemId', 'topic'])
      .execute();
    const senders = await listSenders(write, entry ? [entry] : []);
    expect(entry && senders(entry)).toMatchObject({ name: 'june@example.org', history: 'First submission.' });
    expect(await isHiddenPicture(write, sourcesOf(collections), PICTURE)).toBe(true);
    await seeding(write, NOW).news(added.itemId);
    await write.updateTable('suggestion').set({ state: 'published' }).execute();
    expect(await isHiddenPicture(write, sourcesOf(collections), PICTURE)).toBe(true);
    await write.updateTable('news_item').set({ picture: PICTURE }).execute();
    expect(await isHiddenPicture(write, sourcesOf(collections), PICTURE)).toBe(false);
    let now = NOW;
    const services = { write, settings: { url: 'https://town.example' } as never, now: () => now };
    const mails = () => write.selectFrom('mail').select(['recipient', 'kind']).execute();
    for (const minutes of [0, 1, 2, 3]) {
      now = NOW + minutes * MINUTE_MS;
      await notifySenders(services, collections, defaultTown);
      expect(await mails()).toHaveLength(minutes < 2 ? 0 : 1);
    }
    await purgeSuggestions(write, [], NOW + 91 * DAY_MS);
    const rows = await write.selectFrom('suggestion').select(['email', 'state']).execute();
    expect(rows).toEqual([{ email: null, state: 'published' }]);
    await write.updateTable('suggestion').set({ state: 'declined' }).execute();
    await purgeSuggestions(write, [], NOW + 182 * DAY_MS);
    expect(await write.selectFrom('suggestion').select('id').execute()).toEqual([]);
  },
);
