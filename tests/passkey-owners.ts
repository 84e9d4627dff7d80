import { expect } from 'vitest';
import { addOwnPasskey, askForNewPasskey } from '#app/people/accounts/own-passkeys.server.ts';
import type { AuthContext, Caller } from '#app/people/auth-context.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { askForLogin, logInByPasskey } from '#app/people/sign-in/passkey-sign-in.server.ts';
import { register } from '#app/people/sign-in/sign-in.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { asking, cookieHeader, june, signedIn, userIdOf } from './people.ts';
import { type Lies, makePasskey, type SoftwarePasskey, signByPasskey } from './software-authenticator.ts';

export const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** An account, the cookies of its browser, and its passkey. */
export async function withPasskey(auth: AuthContext, entry = june, lies: Lies = {}) {
  const cookies = await signedIn(register(auth, entry));
  const userId = userIdOf(await findViewer(auth, asking(cookies)));
  return { userId, cookies, passkey: await addPasskey(auth, { userId, cookies }, lies) };
}

export async function addPasskey(
  auth: AuthContext,
  { userId, cookies }: { userId: string; cookies: string[] },
  lies: Lies = {},
): Promise<SoftwarePasskey> {
  const { outcome, passkey } = await tryToAdd(auth, { userId, cookies }, lies);
  expect(outcome.kind).toBe('added');
  return passkey;
}

export async function tryToAdd(
  auth: AuthContext,
  { userId, cookies, address }: { userId: string; cookies: string[]; address?: string },
  lies: Lies = {},
) {
  const browser = { cookie: cookieHeader(cookies), userAgent: firefox, address };
  const question = await askForNewPasskey(auth, { userId, title: 'The Town' }, browser);
  if (!question) throw new Error('the site asks for no passkey');
  const { passkey, credential } = makePasskey(question.options, lies);
  const cookie = cookieHeader([...cookies, ...question.cookies]);
  return { passkey, outcome: await addOwnPasskey(auth, { userId, credential }, { ...browser, cookie }) };
}

/** A new browser's login question, and the caller that answers it. */
export function askBrowser(auth: AuthContext, caller: Caller = {}) {
  const question = askForLogin(auth, caller);
  if (!question) throw new Error('the site asks for no passkey');
  return { options: question.options, caller: { ...caller, cookie: cookieHeader(question.cookies) } };
}

export async function logInWithPasskey(
  auth: AuthContext,
  passkey: SoftwarePasskey,
  lies: Lies = {},
  caller: Caller = {},
) {
  const asked = askBrowser(auth, caller);
  return logInByPasskey(auth, signByPasskey(passkey, asked.options, lies), asked.caller);
}

export async function questionOf(auth: AuthContext, database: Database) {
  const { id } = await database.write.selectFrom('site_user').select('id').executeTakeFirstOrThrow();
  const question = await askForNewPasskey(auth, { userId: id, title: 'The Town' }, {});
  if (!question) throw new Error('the site asks for no passkey');
  return question;
}
