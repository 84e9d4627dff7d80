import { expect } from 'vitest';
import { CODES_AT_ONCE } from '#app/people/passkeys/recovery-code.ts';
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
    const first = await signedIn(auth.register(june));
    const userId = userIdOf(await auth.findViewer(asking(first)));
    const link = await tokenMailedTo(database.read, june.email);
    await auth.followVerificationLink(link, undefined, { cookie: cookieHeader(first) });
    const cookies = await signedIn(auth.logIn(june));
    const codes = await auth.recovery.createCodes(userId);
    expect(new Set(codes).size).toBe(CODES_AT_ONCE);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    await auth.requestReset(june.email);
    const reset = await tokenMailedTo(database.read, june.email);
    // As a user types it from paper.
    const code = (codes[0] ?? '')
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect(await auth.recoverByCode({ email: june.email, code, password })).toMatchObject({
      kind: 'done',
      userId,
    });
    expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await auth.findResetLink(reset)).toEqual({ kind: 'dead' });
    expect(await auth.logIn(june)).toMatchObject({ kind: 'refused' });
    expect(await auth.logIn({ email: june.email, password })).toMatchObject({ kind: 'signedIn' });
    expect(await auth.recoverByCode({ email: june.email, code, password })).toMatchObject({
      kind: 'refused',
    });
    expect((await auth.recovery.findStatus(userId)).left).toBe(CODES_AT_ONCE - 1);
    const letters = (await listLetters(database.read, june.email)).map(({ text }) => text);
    expect(letters.at(-1)).toContain('9 recovery codes are left.');
    const kept = JSON.stringify(await database.write.selectFrom('recovery_code').selectAll().execute());
    for (const each of codes) expect(kept).not.toContain(each.replaceAll('-', ''));
  },
);

eachDatabase('If many requests use one code at once, one succeeds', async ({ database }) => {
  const auth = openTestAuth(database);
  const userId = userIdOf(await auth.findViewer(asking(await signedIn(auth.register(june)))));
  const [code = ''] = await auth.recovery.createCodes(userId);
  const entries = ['one', 'two', 'three'].map((word) => ({
    email: june.email,
    code,
    password: `${password} ${word}`,
  }));
  const outcomes = await Promise.all(entries.map((entry) => auth.recoverByCode(entry)));
  expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
});

eachDatabase(
  'New codes replace earlier ones, and a weak password does not use one up',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const userId = userIdOf(await auth.findViewer(asking(await signedIn(auth.register(june)))));
    const [old = ''] = await auth.recovery.createCodes(userId);
    const [code = ''] = await auth.recovery.createCodes(userId);
    const recover = (entry: { code: string; password: string }) =>
      auth.recoverByCode({ email: june.email, ...entry });
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
  await auth.createAdministrator(editor);
  const userId = userIdOf(await auth.findViewer(asking(await signedIn(auth.logIn(editor)))));
  const [code = ''] = await auth.recovery.createCodes(userId);
  const { email } = editor;
  expect(await auth.recoverByCode({ email, code, password: 'only eleven' })).toMatchObject({
    kind: 'refused',
  });
  expect(await auth.recoverByCode({ email, code, password })).toMatchObject({ kind: 'done' });
});

eachDatabase(
  'R-05: a wrong code, another account’s code and an unknown address get the same response',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const userId = userIdOf(await auth.findViewer(asking(await signedIn(auth.register(june)))));
    const [code = ''] = await auth.recovery.createCodes(userId);
    await auth.register({ ...june, email: 'otto@example.org' });
    const entries = [
      { email: june.email, code: 'AAAA-AAAA-AAAA-AAAA', password },
      { email: june.email, code: '', password: 'short' },
      { email: 'otto@example.org', code, password },
      { email: 'nobody@example.org', code, password },
      { email: 'no address', code, password },
    ];
    const outcomes = await Promise.all(entries.map((entry) => auth.recoverByCode(entry)));
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject({ kind: 'refused', problems: { code: expect.any(String) } });
  },
);

eachDatabase('R-04: wrong codes slow down a network', async ({ database }) => {
  const auth = openTestAuth(database, { TRUST_PROXY: '1' });
  const entry = { email: june.email, code: 'AAAA-AAAA-AAAA-AAAA', password };
  for (let i = 0; i < 25; i++)
    expect((await auth.recoverByCode(entry, { address: '192.0.2.7' })).kind).toBe('refused');
  expect((await auth.recoverByCode(entry, { address: '192.0.2.7' })).kind).toBe('slowed');
});
