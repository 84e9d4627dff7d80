import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, signedIn } from '../../../tests/people.ts';
import { createSetupLink } from './setup-link.server.ts';

eachDatabase(
  "R-12: registering with the administrator's address does not create an administrator",
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    const cookies = await signedIn(auth.register({ ...june, email: 'Editor@example.org' }));
    expect(await auth.findViewer(asking(cookies))).toMatchObject({
      kind: 'member',
      email: 'editor@example.org',
    });
    expect(await auth.hasAdministrator()).toBe(false);
  },
);

eachDatabase(
  'R-10: creating the administrator deletes the account that only claimed the address',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    const claim = { ...june, email: 'editor@example.org' };
    const cookies = await signedIn(auth.register(claim));
    const entry = { email: 'Editor@Example.org', password: 'a bell in the belfry' };
    expect(await auth.createAdministrator(entry)).toMatchObject({ kind: 'created' });
    expect(await auth.hasAdministrator()).toBe(true);
    expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await auth.logIn(claim)).toEqual({ kind: 'refused', problems: {} });
    const session = await signedIn(auth.logIn(entry));
    expect(await auth.findViewer(asking(session))).toMatchObject({
      kind: 'admin',
      email: 'editor@example.org',
    });
  },
);

eachDatabase(
  'The administrator needs a password of twelve characters and the configured address',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    expect(await auth.createAdministrator({ email: 'other@example.org', password: 'x'.repeat(11) })).toEqual({
      kind: 'refused',
      problems: {
        email: "The administrator's address is set to editor@example.org",
        password: 'Use at least 12 characters',
      },
    });
    await auth.createAdministrator({ email: 'editor@example.org', password: 'a bell in the belfry' });
    const reset = { email: 'editor@example.org', password: 'x'.repeat(11) };
    expect(await auth.resetPassword(reset)).toBe('Use at least 12 characters');
  },
);

eachDatabase(
  'R-13: of fifty people who set up the administrator at once, one succeeds, and the link stops working',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const token = await createSetupLink(database.write, NOW);
    expect(await auth.isSetupLink(token)).toBe(true);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        auth.setUpAdministrator({ token, email: `editor${n}@example.org`, password: 'a bell in the belfry' }),
      ),
    );
    const winners = outcomes.filter((outcome) => outcome.kind === 'signedIn');
    expect(winners).toHaveLength(1);
    // Those who could not be hashed in time are asked to try again, and then find the link used.
    expect(outcomes.filter(({ kind }) => kind === 'dead' || kind === 'busy')).toHaveLength(49);
    expect(await auth.findViewer(asking(winners[0]?.cookies ?? []))).toMatchObject({ kind: 'admin' });
    expect(await auth.isSetupLink(token)).toBe(false);
    expect(await auth.isSetupLink(await createSetupLink(database.write, NOW))).toBe(false);
  },
);

eachDatabase('A failed set-up does not use up the link', async ({ database }) => {
  const auth = openTestAuth(database);
  const token = await createSetupLink(database.write, NOW);
  const entry = { token, email: 'editor@example.org', password: 'short' };
  expect(await auth.setUpAdministrator(entry)).toMatchObject({ kind: 'refused' });
  expect(await auth.isSetupLink(token)).toBe(true);
  expect(await auth.isSetupLink('')).toBe(false);
});
