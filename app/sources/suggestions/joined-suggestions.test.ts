/** Suggestions that an editor joined with others that wait. */
import { expect, test } from 'vitest';
import { inputOf, openTown, send, swap } from '../../../tests/suggesting.ts';

test('senders of joined suggestions change and withdraw only their own', async () => {
  await using town = await openTown();
  const list = async () => (await town.api('?kind=suggestion')).items.map(({ item }) => item.description);
  const { link } = await send(town, swap);
  const texts = ['Bring a second story.', 'Bring a third story.'];
  const links: string[] = [];
  for (const description of texts) links.push((await send(town, { ...swap, description })).link);
  const [third, second, first] = (await town.api('?kind=suggestion')).items;
  for (const one of [second, third])
    expect((await town.api(`/${one?.id}`, { action: 'merge', into: first?.id })).status).toBe(200);
  const kept = first?.item.description;
  expect(await list()).toEqual([kept]);

  const [edited, withdrawn] = links.map((link) => `/submit/${link}`);
  await town.post(`${withdrawn}`, { do: 'withdraw' });
  expect(await list()).toEqual([kept]);

  const opened = inputOf(await town.page(`${edited}?edit`), 'opened');
  town.pass(4000);
  const change = { ...swap, description: 'Bring a fourth story.', opened, do: 'edit' };
  expect((await town.post(`${edited}`, change)).headers.get('Location')).toBe(`${edited}?done=saved`);
  expect(await list()).toEqual(['<p>Bring a fourth story.</p>', kept]);
  await town.api(`/${first?.id}`, { action: 'publish' });
  expect(await town.page(`${edited}`)).toContain('Waiting</span>');
  expect(await town.page(`/submit/${link}`)).toContain('Published</span>');
});

test('what was joined with a suggestion that is withdrawn waits on its own', async () => {
  await using town = await openTown();
  const { link } = await send(town, swap);
  await send(town, { ...swap, description: 'Bring a second story.' });
  const [second, first] = (await town.api('?kind=suggestion')).items;
  await town.api(`/${second?.id}`, { action: 'merge', into: first?.id });
  await town.post(`/submit/${link}`, { do: 'withdraw' });
  const { items } = await town.api('?kind=suggestion');
  expect(items).toMatchObject([{ id: second?.id, item: { description: '<p>Bring a second story.</p>' } }]);
  expect((await town.api(`/${second?.id}`, { action: 'publish' })).status).toBe(200);
  expect(await town.page('/events')).toContain(swap.title);
});
