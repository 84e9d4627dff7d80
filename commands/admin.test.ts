import { expect } from 'vitest';
import {
  addOwnPasskey,
  askForNewPasskey,
  listOwnPasskeys,
} from '#app/people/accounts/own-passkeys.server.ts';
import { hasAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import { openAuth } from '#app/people/auth-context.server.ts';
import { findRecoveryCodesStatus } from '#app/people/passkeys/recovery-code-store.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { makeRecoveryCodes } from '#app/people/sign-in/recovery.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { anyDatabase, eachDatabase, type TestDatabase } from '../tests/each-database.ts';
import { environmentOf, NOW, type Typed, type TypingOptions, typeCommand } from '../tests/operator.ts';
import { asking, cookieHeader, signedIn, userIdOf } from '../tests/people.ts';
import { makePasskey } from '../tests/software-authenticator.ts';

const EMAIL = 'editor@example.org';
const PASSWORD = 'twelve or more of them';

function typeAdmin(t: TestDatabase, args: string[], options: TypingOptions = {}): Promise<Typed> {
  const environment = { ...environmentOf(t), ...options.environment };
  return typeCommand(['admin', ...args], { ...options, environment });
}

function openTestAuth(t: TestDatabase) {
  const settings = readSettings(environmentOf(t));
  return openAuth(t.database, settings, openSecret(settings), () => NOW);
}

async function canLogIn(t: TestDatabase, email: string, password: string): Promise<boolean> {
  return (await logIn(openTestAuth(t), { email, password })).kind === 'signedIn';
}

eachDatabase('admin create creates the administrator, who can log in', async (t) => {
  const { code, printed, complained } = await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] });
  expect({ code, complained }).toEqual({ code: 0, complained: [] });
  expect(printed).toEqual([`${EMAIL} is the administrator. Log in at /login.`]);
  expect(await hasAdministrator(openTestAuth(t))).toBe(true);
  expect(await canLogIn(t, EMAIL, PASSWORD)).toBe(true);
});

anyDatabase(
  'admin create takes a name, which a wrong one or a call without it leaves as it is',
  async (t) => {
    const create = (...args: string[]) =>
      typeAdmin(t, ['create', EMAIL, '--replace', ...args], { secrets: [PASSWORD] });
    const names = () => t.database.read.selectFrom('site_user').select('name').execute();
    expect((await create('--name', ' June  Hathaway ')).code).toBe(0);
    expect(await names()).toEqual([{ name: 'June Hathaway' }]);
    const { code, complained } = await create('--name', EMAIL);
    expect([code, ...complained]).toEqual([
      1,
      expect.stringContaining('--name: Enter a name, not an email address.'),
    ]);
    expect((await create()).code).toBe(0);
    expect(await names()).toEqual([{ name: 'June Hathaway' }]);
  },
);

anyDatabase('the password may come from BELFRY_ADMIN_PASSWORD, without BELFRY_ADMIN_EMAIL', async (t) => {
  const { code } = await typeAdmin(t, ['create', EMAIL], {
    environment: { BELFRY_ADMIN_PASSWORD: PASSWORD },
  });
  expect(code).toBe(0);
  expect(await canLogIn(t, EMAIL, PASSWORD)).toBe(true);
});

anyDatabase('on a terminal the password is requested twice, and different ones change nothing', async (t) => {
  const differing = await typeAdmin(t, ['create', EMAIL], {
    isInteractive: true,
    secrets: [PASSWORD, 'another one'],
  });
  expect(differing.code).toBe(1);
  expect(differing.complained).toEqual([expect.stringContaining('do not match')]);
  expect(await hasAdministrator(openTestAuth(t))).toBe(false);
  const same = await typeAdmin(t, ['create', EMAIL], {
    isInteractive: true,
    secrets: [PASSWORD, PASSWORD],
  });
  expect(same.code).toBe(0);
});

anyDatabase('without a password or an address, or with a short password, nothing is changed', async (t) => {
  for (const [args, secrets, line] of [
    [['create', EMAIL], [], 'No password was entered'],
    [['create', EMAIL], ['short'], 'at least 12'],
    [['create', 'the editor'], [PASSWORD], 'the editor: '],
    [['reset-password', 'nobody@example.org'], [PASSWORD], 'nobody@example.org: '],
  ] as [string[], string[], string][]) {
    const { code, printed, complained } = await typeAdmin(t, args, { secrets });
    expect({ code, printed }).toEqual({ code: 1, printed: [] });
    expect(complained).toEqual([expect.stringContaining(line)]);
  }
  expect(await hasAdministrator(openTestAuth(t))).toBe(false);
});

eachDatabase('replacing the administrator names who loses the role, and needs --replace', async (t) => {
  const next = 'june@example.org';
  await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] });
  const environments: Record<string, string>[] = [{}, { BELFRY_ADMIN_EMAIL: next }];
  for (const environment of environments) {
    const refused = await typeAdmin(t, ['create', next], { secrets: [PASSWORD], environment });
    expect(refused).toMatchObject({ code: 1, printed: [] });
    expect(refused.complained.join()).toMatch(
      /^editor@example\.org is the administrator and would lose the role\. Nothing was changed\..*--replace/,
    );
  }
  expect(await canLogIn(t, next, PASSWORD)).toBe(false);
  // Repeating the same address does no harm.
  expect((await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] })).code).toBe(0);

  const done = await typeAdmin(t, ['create', next, '--replace'], { secrets: [PASSWORD] });
  expect(done.printed).toEqual([
    `${next} is the administrator. Log in at /login.`,
    `${EMAIL} is no longer the administrator.`,
  ]);
});

eachDatabase('reset-password sets a new password and ends all sessions', async (t) => {
  await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] });
  const auth = openTestAuth(t);
  const session = await logIn(auth, { email: EMAIL, password: PASSWORD });
  const cookies =
    session.kind === 'signedIn' ? session.cookies.map((cookie) => cookie.split(';')[0]).join('; ') : '';
  const request = () => new Request('http://localhost:3000/', { headers: { Cookie: cookies } });
  expect((await findViewer(auth, request())).kind).toBe('admin');

  const { code } = await typeAdmin(t, ['reset-password', EMAIL], { secrets: ['a new one, long enough'] });
  expect(code).toBe(0);
  expect((await findViewer(auth, request())).kind).toBe('visitor');
  expect(await canLogIn(t, EMAIL, PASSWORD)).toBe(false);
  expect(await canLogIn(t, EMAIL, 'a new one, long enough')).toBe(true);
});

anyDatabase('reset-password keeps passkeys and says so, unless asked to remove them', async (t) => {
  await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] });
  const auth = openTestAuth(t);
  const cookies = await signedIn(logIn(auth, { email: EMAIL, password: PASSWORD }));
  const userId = userIdOf(await findViewer(auth, asking(cookies)));
  const question = await askForNewPasskey(auth, { userId, title: 'The Town' }, {});
  if (!question) throw new Error('the site asks for no passkey');
  const { credential } = makePasskey(question.options);
  await addOwnPasskey(auth, { userId, credential }, { cookie: cookieHeader(question.cookies) });
  await makeRecoveryCodes(auth, userId);

  const kept = await typeAdmin(t, ['reset-password', EMAIL], { secrets: ['a new one, long enough'] });
  expect(kept.printed.join()).toContain('1 passkey still works. To remove passkeys, add --remove-passkeys.');
  expect(await listOwnPasskeys(auth, userId)).toHaveLength(1);

  const removed = await typeAdmin(t, ['reset-password', EMAIL, '--remove-passkeys'], { secrets: [PASSWORD] });
  expect(removed.printed.join()).toContain('Removed: 1 passkey and the recovery codes.');
  expect(await listOwnPasskeys(auth, userId)).toEqual([]);
  expect((await findRecoveryCodesStatus(auth.db, userId)).left).toBe(0);
});

anyDatabase("a member's reset never takes the administrator's password from the environment", async (t) => {
  const member = { email: 'june@example.org', password: 'some long password' };
  await register(openTestAuth(t), { ...member, newsletterOptIn: false });
  const environment = { BELFRY_ADMIN_EMAIL: EMAIL, BELFRY_ADMIN_PASSWORD: PASSWORD };
  const { code } = await typeAdmin(t, ['reset-password', member.email], { environment });
  expect(code).toBe(1);
  expect(await canLogIn(t, member.email, PASSWORD)).toBe(false);
});

eachDatabase(
  'R-04 a new password from the operator lets the administrator in, however often strangers failed before',
  async (t) => {
    await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] });
    const auth = openTestAuth(t);
    const known = await logIn(auth, { email: EMAIL, password: PASSWORD });
    if (known.kind !== 'signedIn') throw new Error(known.kind);
    const browser = { cookie: known.cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
    const fail = async () => {
      for (let n = 0; n < 12; n++) await logIn(auth, { email: EMAIL, password: 'wrong' });
    };
    await fail();
    expect(await canLogIn(t, EMAIL, PASSWORD)).toBe(false);
    const fresh = 'another twelve of them';
    await typeAdmin(t, ['reset-password', EMAIL], { secrets: [fresh] });
    expect(await canLogIn(t, EMAIL, fresh)).toBe(true);
    await fail();
    expect(await canLogIn(t, EMAIL, fresh)).toBe(false);
    expect((await logIn(auth, { email: EMAIL, password: fresh }, browser)).kind).toBe('signedIn');
  },
);

eachDatabase('admin disable, disabled and enable: who can log in', async (t) => {
  const june = { email: 'june@example.org', password: 'river in spring' };
  await register(openTestAuth(t), { ...june, newsletterOptIn: false });
  expect((await typeAdmin(t, ['disabled'])).printed).toEqual(['No account is disabled.']);
  expect(await typeAdmin(t, ['disable', june.email])).toMatchObject({
    code: 0,
    printed: ['june@example.org is disabled: nobody can log in to it.'],
  });
  expect(await canLogIn(t, june.email, june.password)).toBe(false);
  expect((await typeAdmin(t, ['disabled'])).printed).toEqual(['june@example.org  since 2026-11-20']);
  const reset = await typeAdmin(t, ['reset-password', june.email], { secrets: ['snow in November'] });
  expect(reset.printed.join()).toContain('The account is disabled. To enable it, run: ');
  expect(await canLogIn(t, june.email, 'snow in November')).toBe(false);
  expect(await typeAdmin(t, ['enable', june.email])).toMatchObject({
    code: 0,
    printed: ['june@example.org is enabled and can log in again.'],
  });
  expect(await canLogIn(t, june.email, 'snow in November')).toBe(true);
  expect(await typeAdmin(t, ['enable', june.email])).toMatchObject({ code: 1 });
  expect(await typeAdmin(t, ['disable', 'nobody@example.org'])).toMatchObject({ code: 1 });
  expect(await typeAdmin(t, ['disable'])).toMatchObject({ code: 2 });
});

anyDatabase('admin disable refuses the administrator', async (t) => {
  await typeAdmin(t, ['create', EMAIL], { secrets: [PASSWORD] });
  expect(await typeAdmin(t, ['disable', EMAIL])).toMatchObject({ code: 1 });
  expect(await canLogIn(t, EMAIL, PASSWORD)).toBe(true);
});
