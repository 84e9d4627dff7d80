/** Suggestions of events that are over. */
import { expect, test } from 'vitest';
import { findTown } from '#app/town/town-store.server.ts';
import { NOW, openTown, send, swap } from '../../../tests/suggesting.ts';
import { expireSuggestions } from './expire-suggestions.server.ts';

test('a waiting event that is over leaves the inbox, and its sender reads why', async () => {
  await using town = await openTown();
  const { link } = await send(town, swap);
  const later = await send(town, { ...swap, title: 'Chess evening', eventDate: '2026-12-11' });
  await send(town, { kind: 'news', title: 'Lost goat', description: 'Gray, with a collar.' });
  const { services } = town;
  const expire = async (at: string) => {
    const now = Date.parse(at);
    await expireSuggestions(services.write, await findTown(services.write), now);
    town.pass(now - services.now());
    return (await town.api('?kind=suggestion')).items.map(({ title }) => title).sort();
  };
  const all = ['Chess evening', 'Lost goat', swap.title];
  expect(await expire(new Date(NOW + 60_000).toISOString())).toEqual(all);
  // The evening of its day.
  expect(await expire('2026-12-05T02:00:00Z')).toEqual(all);
  expect(await expire('2026-12-05T12:00:00Z')).toEqual(['Chess evening', 'Lost goat']);
  expect(await town.page(`/submit/${link}`)).toMatch(
    /Not published<\/span>.*<strong>Reason:<\/strong> .*The date has passed/s,
  );
  expect(await town.page(`/submit/${later.link}`)).toContain('Waiting</span>');
  // Nobody declined it.
  expect(await town.page('/admin/inbox', await town.asAdmin())).not.toContain('declined once');
});
