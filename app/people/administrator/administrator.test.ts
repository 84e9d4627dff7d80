import { expect } from 'vitest';
import {
  canSetUp,
  createAdministrator,
  setUpAdministrator,
} from '#app/people/administrator/administrator.server.ts';
import { hasAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import { resetPassword } from '#app/people/passwords/own-password.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, signedIn } from '../../../tests/people.ts';
import { createSetupLink } from './setup-link.server.ts';

eachDatabase(
  "R-12: registering with the administrator's address does not create an administrator",
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    const cookies = await signedIn(register(auth, { ...june, email: 'Editor@example.org' }));
    expect(await findViewer(auth, asking(cookies))).toMatchObject({
      kind: 'member',
      email: 'editor@example.org',
    });
    expect(await hasAdministrator(auth)).toBe(false);
  },
);

eachDatabase(
  'R-10: creating the administrator deletes the account that only claimed the address',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    const claim = { ...june, email: 'editor@example.org' };
    const cookies = await signedIn(register(auth, claim));
    const entry = { email: 'Editor@Example.org', password: 'a bell in the belfry' };
    expect(await createAdministrator(auth, entry)).toMatchObject({ kind: 'created' });
    expect(await hasAdministrator(auth)).toBe(true);
    expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await logIn(auth, claim)).toEqual({ kind: 'refused', problems: {} });
    const session = await signedIn(logIn(auth, entry));
    expect(await findViewer(auth, asking(session))).toMatchObject({
      kind: 'admin',
      email: 'editor@example.org',
    });
  },
);

eachDatabase(
  'The administrator needs a password of twelve characters and the configured address',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    expect(await createAdministrator(auth, { email: 'other@example.org', password: 'x'.repeat(11) })).toEqual(
      {
        kind: 'refused',
        problems: {
          email: "The administrator's address is set to editor@example.org",
          password: 'Use at least 12 characters',
        },
      },
    );
    await createAdministrator(auth, { email: 'editor@example.org', password: 'a bell in the belfry' });
    const reset = { email: 'editor@example.org', password: 'x'.repeat(11) };
    expect(await resetPassword(auth, reset)).toBe('Use at least 12 characters');
  },
);

eachDatabase(
  'R-13: of fifty people who set up the administrator at once, one succeeds, and the link stops working',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const token = await createSetupLink(database.write, NOW);
    expect(await canSetUp(auth, token)).toBe(true);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        setUpAdministrator(auth, {
          token,
          email: `editor${n}@example.org`,
          password: 'a bell in the belfry',
        }),
      ),
    );
    const winners = outcomes.filter((outcome) => outcome.kind === 'signedIn');
    expect(winners).toHaveLength(1);
    // Those who could not be hashed in time are asked to try again, and then find the link used.
    expect(outcomes.filter(({ kind }) => kind === 'dead' || kind === 'busy')).toHaveLength(49);
    expect(await findViewer(auth, asking(winners[0]?.cookies ?? []))).toMatchObject({ kind: 'admin' });
    expect(await canSetUp(auth, token)).toBe(false);
    expect(await canSetUp(auth, await createSetupLink(database.write, NOW))).toBe(false);
  },
);

eachDatabase('A failed set-up does not use up the link', async ({ database }) => {
  const auth = openTestAuth(database);
  const token = await createSetupLink(database.write, NOW);
  const entry = { token, email: 'editor@example.org', password: 'short' };
  expect(await setUpAdministrator(auth, entry)).toMatchObject({ kind: 'refused' });
  expect(await canSetUp(auth, token)).toBe(true);
  expect(await canSetUp(auth, '')).toBe(false);
});
