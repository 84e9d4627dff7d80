/** Passkeys in the browser. Loaded only when one is used, or when the login page can offer them. */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { CreationOptions, RequestOptions } from '#app/people/passkeys/webauthn-options.ts';

/** To log in, to confirm who is logged in, or to add a passkey to their account. */
export type PasskeyTask = 'login' | 'prove' | 'add';

/** The outcome: with what to send to the server, with a problem to show, or on another page. */
export type PasskeyResult =
  | { kind: 'done'; credential: string }
  | { kind: 'failed'; problem: string }
  | { kind: 'moved' };

/** The server's response: the WebAuthn options, or the page where the user first confirms their identity. */
type Question = { options: CreationOptions & RequestOptions } | { proof: string };

/**
 * A browser handles one passkey request at a time: an offer that was still being prepared must not abort a later one.
 */
let turn = 0;

/** Asks the browser for a passkey, or to create one. Never throws. */
export async function askForPasskey(task: PasskeyTask): Promise<PasskeyResult> {
  turn++;
  if (!browserSupportsWebAuthn())
    return {
      kind: 'failed',
      problem: 'This browser can’t use passkeys. Try another one, or use your password.',
    };
  try {
    const question = await fetchQuestion(task);
    if ('proof' in question) {
      location.assign(question.proof);
      return { kind: 'moved' };
    }
    const { options: optionsJSON } = question;
    const credential =
      task === 'add' ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON });
    return { kind: 'done', credential: JSON.stringify(credential) };
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error, task) };
  }
}

/**
 * Offers passkeys in the login form's autofill, where supported. Returns what to send once one was chosen; undefined
 * when unsupported, or when the user did something else.
 */
export async function offerPasskeys(): Promise<string | undefined> {
  const mine = ++turn;
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return undefined;
    const question = await fetchQuestion('login');
    if ('proof' in question || mine !== turn) return undefined;
    const { options: optionsJSON } = question;
    return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    return undefined;
  }
}

async function fetchQuestion(task: PasskeyTask): Promise<Question> {
  const response = await fetch(task === 'login' ? '/login/passkey' : '/account/passkeys/options', {
    method: 'POST',
    body: new URLSearchParams({ task }),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the server returned ${response.status}`);
  return response.json();
}

function problemOf(error: unknown, task: PasskeyTask): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name !== 'NotAllowedError' && name !== 'AbortError') return 'That did not work. Please try again.';
  return task === 'add'
    ? 'No passkey was added. Please try again.'
    : 'No passkey was used. Please try again, or use your password.';
}
