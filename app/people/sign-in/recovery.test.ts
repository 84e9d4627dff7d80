import { expect } from 'vitest';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import { CODES_AT_ONCE } from '#app/people/passkeys/recovery-code.ts';
import { findRecoveryCodesStatus } from '#app/people/passkeys/recovery-code-store.server.ts';
import { findResetLink, requestReset } from '#app/people/passwords/password-reset.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { makeRecoveryCodes, recoverByCode } from '#app/people/sign-in/recovery.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  asking,
  cookieHeader,
  june,
  listLetters,
  openTestAuth,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from '../../../tests/people.ts';

const password = 'snow in November';
const editor = { email: 'editor@example.org', password: 'a bell in the belfry' };

eachDatabase(
  'A recovery code sets a new password once, and ends every session and link',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const first = await signedIn(register(auth, june));
    const userId = userIdOf(await findViewer(auth, asking(first)));
    const link = await tokenMailedTo(database.read, june.email);
    await followVerificationLink(auth, link, undefined, { cookie: cookieHeader(first) });
    const cookies = await signedIn(logIn(auth, june));
    const codes = await makeRecoveryCodes(auth, userId);
    expect(new Set(codes).size).toBe(CODES_AT_ONCE);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    await requestReset(auth, june.email);
    const reset = await tokenMailedTo(database.read, june.email);
    // As a user types it from paper.
    const code = (codes[0] ?? '')
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(await recoverByCode(auth, { email: june.email, code, password })).toMatchObject({
      kind: 'done',
      userId,
    });
    expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await findResetLink(auth, reset)).toEqual({ kind: 'dead' });
    expect(await logIn(auth, june)).toMatchObject({ kind: 'refused' });
    expect(await logIn(auth, { email: june.email, password })).toMatchObject({ kind: 'signedIn' });
    expect(await recoverByCode(auth, { email: june.email, code, password })).toMatchObject({
      kind: 'refused',
    });
    expect((await findRecoveryCodesStatus(auth.db, userId)).left).toBe(CODES_AT_ONCE - 1);
    const letters = (await listLetters(database.read, june.email)).map(({ text }) => text);
    expect(letters.at(-1)).toContain('9 recovery codes are left.');
    const kept = JSON.stringify(await database.write.selectFrom('recovery_code').selectAll().execute());
    for (const each of codes) expect(kept).not.toContain(each.replaceAll('-', ''));
  },
);

eachDatabase('If many requests use one code at once, one succeeds', async ({ database }) => {
  const auth = openTestAuth(database);
  const userId = userIdOf(await findViewer(auth, asking(await signedIn(register(auth, june)))));
  const [code = ''] = await makeRecoveryCodes(auth, userId);
  const entries = ['one', 'two', 'three'].map((word) => ({
    email: june.email,
    code,
    password: `${password} ${word}`,
  }));
  const outcomes = await Promise.all(entries.map((entry) => recoverByCode(auth, entry)));
  expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
});

eachDatabase(
  'New codes replace earlier ones, and a weak password does not use one up',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const userId = userIdOf(await findViewer(auth, asking(await signedIn(register(auth, june)))));
    const [old = ''] = await makeRecoveryCodes(auth, userId);
    const [code = ''] = await makeRecoveryCodes(auth, userId);
    const recover = (entry: { code: string; password: string }) =>
      recoverByCode(auth, { email: june.email, ...entry });
    expect(await recover({ code: old, password })).toMatchObject({ kind: 'refused' });
    expect(await recover({ code, password: 'short' })).toMatchObject({
      kind: 'refused',
      problems: { password: expect.any(String) },
    });
    expect(await recover({ code, password })).toMatchObject({ kind: 'done' });
  },
);

eachDatabase('R-03: the administrator’s new password has 12 characters', async ({ database }) => {
  const auth = openTestAuth(database);
  await createAdministrator(auth, editor);
  const userId = userIdOf(await findViewer(auth, asking(await signedIn(logIn(auth, editor)))));
  const [code = ''] = await makeRecoveryCodes(auth, userId);
  const { email } = editor;
  expect(await recoverByCode(auth, { email, code, password: 'only eleven' })).toMatchObject({
    kind: 'refused',
  });
  expect(await recoverByCode(auth, { email, code, password })).toMatchObject({ kind: 'done' });
});

eachDatabase(
  'R-05: a wrong code, another account’s code and an unknown address get the same response',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const userId = userIdOf(await findViewer(auth, asking(await signedIn(register(auth, june)))));
    const [code = ''] = await makeRecoveryCodes(auth, userId);
    await register(auth, { ...june, email: 'otto@example.org' });
    const entries = [
      { email: june.email, code: 'AAAA-AAAA-AAAA-AAAA', password },
      { email: june.email, code: '', password: 'short' },
      { email: 'otto@example.org', code, password },
      { email: 'nobody@example.org', code, password },
      { email: 'no address', code, password },
    ];
    const outcomes = await Promise.all(entries.map((entry) => recoverByCode(auth, entry)));
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject({ kind: 'refused', problems: { code: expect.any(String) } });
  },
);

eachDatabase('R-04: wrong codes slow down a network', async ({ database }) => {
  const auth = openTestAuth(database, { TRUST_PROXY: '1' });
  const entry = { email: june.email, code: 'AAAA-AAAA-AAAA-AAAA', password };
  for (let i = 0; i < 25; i++)
    expect((await recoverByCode(auth, entry, { address: '192.0.2.7' })).kind).toBe('refused');
  expect((await recoverByCode(auth, entry, { address: '192.0.2.7' })).kind).toBe('slowed');
});
