/** What ends trust in a sender, and what trust does not cover. */
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { eachDatabase, longOnEachDatabase } from '../../../tests/each-database.ts';
import { openTrusting } from '../../../tests/trusting.ts';
import { listUnnotified } from './own-suggestion.server.ts';

const DAY_MS = 24 * 3_600_000;

eachDatabase(
  'R-51: removing an event that was published at once ends trust for 90 days from the removal',
  async ({ location }) => {
    await using town = await openTrusting(location);
    await town.approveThree();
    await town.confirm(await town.suggest('Seed swap', { eventDate: '2027-06-01' }));
    town.pass(60 * DAY_MS);
    await town.removeEvent('Seed swap');
    town.pass(40 * DAY_MS);
    await town.confirm(await town.suggest('Ice fishing', { eventDate: '2027-06-02' }));
    expect(await town.isPublic('Ice fishing')).toBe(false);
    town.pass(51 * DAY_MS);
    await town.confirm(await town.suggest('Sled race', { eventDate: '2027-06-03' }));
    expect(await town.page('/events')).toContain('Sled race');
  },
);

longOnEachDatabase(
  'R-51: what an editor has changed stays in the list when its Undo is refused, and removed ones take no place',
  async ({ location }) => {
    await using town = await openTrusting(location);
    await town.approveThree();
    await town.confirm(await town.suggest('Seed swap'));
    await town.changeEvent('Seed swap', { title: 'Big seed swap' });
    const refused = await town.undo('Seed swap');
    expect(await refused.text()).toContain('It was edited, or removed, since it was published.');
    expect(await town.isPublic('Big seed swap')).toBe(true);
    const titles = Array.from({ length: 20 }, (_, n) => `Market ${String.fromCodePoint(65 + n)}`);
    for (const title of titles) await town.confirm(await town.suggest(title));
    for (const title of titles) await town.removeEvent(title);
    const inbox = await town.page('/admin/inbox', await town.asAdmin());
    expect(inbox).toMatch(/Published: trusted sender.*Seed swap/s);
  },
  ['app/sources/inbox'],
);

eachDatabase(
  'R-51: an entry with another text, and another event from a blocked network, are not published',
  async ({ location }) => {
    await using town = await openTrusting(location);
    const known = await town.emailed(await town.approveThree());
    const link = await town.suggest('Seed swap');
    const { input } = await town.write
      .selectFrom('suggestion')
      .select('input')
      .where('title', '=', 'Seed swap')
      .executeTakeFirstOrThrow();
    const item = JSON.stringify({ ...JSON.parse(input), title: 'Casino' });
    await town.write.updateTable('inbox_entry').set({ item }).where('title', '=', 'Seed swap').execute();
    expect((await town.confirm(link)).after).toContain('Waiting</span>');
    expect(await town.isPublic('Casino')).toBe(false);

    await town.suggest('Spam', { from: '' });
    await town.decide('Spam', { action: 'discard', block: true });
    const { html } = await town.sendBy(known, { title: 'Plant sale' });
    expect(html).toContain('Not sent. Please email the editors instead.');
    expect(await town.isPublic('Plant sale')).toBe(false);
  },
);

eachDatabase('what is no longer on the site delays no email to a sender', async ({ location }) => {
  await using town = await openTrusting(location);
  await town.approve('Barn dance');
  await town.removeEvent('Barn dance');
  await town.approve('Chess evening');
  const unnotified = await listUnnotified(town.write, collections, 1);
  expect(unnotified.map(({ title }) => title)).toEqual(['Chess evening']);
});
