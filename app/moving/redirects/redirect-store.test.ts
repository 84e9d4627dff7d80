import { expect } from 'vitest';
import { routeTable } from '../../../server/route-table.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  findRedirect,
  findTarget,
  removeRedirect,
  removeRedirectsOf,
  saveRedirects,
} from './redirect-store.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const { isOwnAddress } = routeTable;
const typed = { now, moveIn: null, isOwnAddress };
const imported = { now, moveIn: 'first', isOwnAddress };

eachDatabase('Old addresses of one import are saved together and removed with it', async ({ database }) => {
  const { write } = database;
  const many = Array.from({ length: 450 }, (_, n) => ({ from: `/?p=${n + 1}`, to: `/articles/${n}` }));
  expect(await saveRedirects(write, many, imported)).toEqual({ saved: 450, kept: 0, refused: [] });
  expect(await findTarget(write, ['/?p=450'])).toBe('/articles/449');
  // Again, as after a stop: nothing changes.
  expect(await saveRedirects(write, many, { now, moveIn: 'second', isOwnAddress })).toMatchObject({
    saved: 0,
    kept: 450,
  });
  // What the administrator has changed since is no longer the import's.
  await saveRedirects(write, [{ from: '/?p=7', to: '/about' }], typed);
  expect(await removeRedirectsOf(write, 'first')).toBe(449);
  expect(await findTarget(write, ['/?p=450'])).toBeUndefined();
  expect(await findTarget(write, ['/?p=7'])).toBe('/about');
});

eachDatabase('An import never replaces a redirect, the administrator does', async ({ database }) => {
  const { write } = database;
  await saveRedirects(write, [{ from: '/fair/', to: '/events/fair' }], typed);
  const [entry] = [{ from: 'https://old.example/fair', to: '/articles/fair' }];
  expect(await saveRedirects(write, [entry], imported)).toMatchObject({ saved: 0, kept: 1 });
  expect(await findTarget(write, ['/fair'])).toBe('/events/fair');
  expect(await saveRedirects(write, [entry], typed)).toMatchObject({ saved: 1, kept: 0 });
  expect(await findTarget(write, ['/fair'])).toBe('/articles/fair');
});

eachDatabase(
  'A chain of redirects leads to its end at once, and a circle is refused',
  async ({ database }) => {
    const { write } = database;
    const chain = [
      { from: '/one', to: '/two/' },
      { from: '/two', to: '/three' },
      { from: '/three', to: 'https://other.example/four' },
    ];
    await saveRedirects(write, chain, typed);
    expect(await findTarget(write, ['/one'])).toBe('https://other.example/four');
    await removeRedirect(write, '/three');
    expect(await findTarget(write, ['/one'])).toBe('/three');
    for (const circle of [
      { from: '/three', to: '/one' },
      { from: '/three', to: '/two?utm=1' },
      { from: '/four', to: '/Four/../four/' },
    ]) {
      const { saved, refused } = await saveRedirects(write, [circle], typed);
      expect({ saved, refused }).toEqual({
        saved: 0,
        refused: [{ ...circle, field: 'to', problem: 'This would lead in a circle' }],
      });
    }
    expect(await findRedirect(write, '/three')).toBeUndefined();
  },
);

eachDatabase('R-20: a circle that two editors made together leads nowhere', async ({ database }) => {
  const { write } = database;
  const row = { createdAt: now, moveIn: null };
  await write
    .insertInto('redirect')
    .values([
      { ...row, fromPath: '/a', target: '/b' },
      { ...row, fromPath: '/b', target: '/a' },
    ])
    .execute();
  expect(await findTarget(write, ['/a'])).toBeUndefined();
});

eachDatabase('Broken addresses are refused with their field', async ({ database }) => {
  const { refused } = await saveRedirects(
    database.write,
    [
      { from: '/', to: '/about' },
      { from: '/old', to: 'javascript:alert(1)' },
    ],
    imported,
  );
  expect(refused.map(({ from, field }) => [from, field])).toEqual([
    ['/', 'from'],
    ['/old', 'to'],
  ]);
});
