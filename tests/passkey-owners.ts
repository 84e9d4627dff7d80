import { expect } from 'vitest';
import type { Auth } from '#app/people/sign-in/auth.server.ts';
import type { Caller } from '#app/people/sign-in/desk.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { asking, cookieHeader, june, signedIn, userIdOf } from './people.ts';
import { type Lies, makePasskey, type SoftwarePasskey, signByPasskey } from './software-authenticator.ts';

export const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** An account, the cookies of its browser, and its passkey. */
export async function withPasskey(auth: Auth, entry = june, lies: Lies = {}) {
  const cookies = await signedIn(auth.register(entry));
  const userId = userIdOf(await auth.findViewer(asking(cookies)));
  return { userId, cookies, passkey: await addPasskey(auth, { userId, cookies }, lies) };
}

export async function addPasskey(
  auth: Auth,
  { userId, cookies }: { userId: string; cookies: string[] },
  lies: Lies = {},
): Promise<SoftwarePasskey> {
  const { outcome, passkey } = await tryToAdd(auth, { userId, cookies }, lies);
  expect(outcome.kind).toBe('added');
  return passkey;
}

export async function tryToAdd(
  auth: Auth,
  { userId, cookies, address }: { userId: string; cookies: string[]; address?: string },
  lies: Lies = {},
) {
  const browser = { cookie: cookieHeader(cookies), userAgent: firefox, address };
  const question = await auth.passkeys.askForNew({ userId, title: 'The Town' }, browser);
  if (!question) throw new Error('the site asks for no passkey');
  const { passkey, credential } = makePasskey(question.options, lies);
  const cookie = cookieHeader([...cookies, ...question.cookies]);
  return { passkey, outcome: await auth.passkeys.add({ userId, credential }, { ...browser, cookie }) };
}

/** A new browser's login question, and the caller that answers it. */
export function askForLogin(auth: Auth, caller: Caller = {}) {
  const question = auth.passkeys.askForLogin(caller);
  if (!question) throw new Error('the site asks for no passkey');
  return { options: question.options, caller: { ...caller, cookie: cookieHeader(question.cookies) } };
}

export async function logIn(auth: Auth, passkey: SoftwarePasskey, lies: Lies = {}, caller: Caller = {}) {
  const asked = askForLogin(auth, caller);
  return auth.passkeys.logIn(signByPasskey(passkey, asked.options, lies), asked.caller);
}

export async function questionOf(auth: Auth, database: Database) {
  const { id } = await database.write.selectFrom('site_user').select('id').executeTakeFirstOrThrow();
  const question = await auth.passkeys.askForNew({ userId: id, title: 'The Town' }, {});
  if (!question) throw new Error('the site asks for no passkey');
  return question;
}
