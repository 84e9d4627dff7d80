import { AddressTakenError } from '#app/people/addresses/address-ownership.server.ts';
import type { AuthContext, Caller } from '#app/people/auth-context.server.ts';
import { acceptIdentity } from './google-accounts.server.ts';
import { type GoogleClient, openGoogleClient } from './google-client.server.ts';
import type { GoogleIdentity } from './google-identity.server.ts';
import type { GoogleDone, GoogleJourney } from './google-journey.ts';

/** Where users land when their origin is unknown. */
const GOOGLE_FAILED = '/login?google=failed';

type GoogleStart = { kind: 'started'; url: string; cookies: string[] } | { kind: 'failed' };

/** `done` is set for users who completed it; `failed` without it can be anyone who opened the address. */
export type GoogleOutcome = {
  kind: 'signedIn' | 'asked' | 'failed';
  path: string;
  cookies: string[];
  done?: GoogleDone;
};

/** Whether users can log in with an issuer. Without one, every attempt fails. */
export function isGoogleSetUp({ settings }: AuthContext): boolean {
  return settings.google !== undefined;
}

const refusal: GoogleOutcome = { kind: 'failed', path: GOOGLE_FAILED, cookies: [] };

/** Where to send the browser to log in with the issuer; fails when it does not respond. Never throws. */
export async function startGoogle(auth: AuthContext, journey: GoogleJourney): Promise<GoogleStart> {
  try {
    const client = await connect(auth);
    if (!client) return { kind: 'failed' };
    const { url, cookies } = await soon(client.start(JSON.stringify(journey)));
    return { kind: 'started', url, cookies };
  } catch (error) {
    auth.log(`Google sign-in could not start: ${reasonOf(error)}`);
    return { kind: 'failed' };
  }
}

/**
 * Handles the issuer's response, at GOOGLE_CALLBACK. Without a journey of this browser it goes to GOOGLE_FAILED; `asked`
 * means that the account's password is required first. Never throws.
 */
export async function finishGoogle(
  auth: AuthContext,
  request: Request,
  caller: Caller = {},
): Promise<GoogleOutcome> {
  try {
    const client = await connect(auth);
    if (!client) return refusal;
    const { identity, journey: text, problem, cookies } = await soon(client.finish(request));
    const journey = text ? (JSON.parse(text) as GoogleJourney) : undefined;
    if (!journey || !identity) {
      auth.log(`Google sign-in was refused: ${problem}`);
      return { ...refusal, path: journey?.failed ?? GOOGLE_FAILED, cookies };
    }
    const outcome = await accepted(auth, identity, journey, caller);
    return { ...outcome, cookies: [...cookies, ...outcome.cookies] };
  } catch (error) {
    auth.log(`Google sign-in failed: ${reasonOf(error)}`);
    return refusal;
  }
}

/** Of two who verify an address at the same moment, one is too late. */
async function accepted(
  auth: AuthContext,
  identity: GoogleIdentity,
  journey: GoogleJourney,
  caller: Caller,
): Promise<GoogleOutcome> {
  try {
    const outcome = await acceptIdentity(auth, identity, journey, caller);
    if (outcome.kind === 'failed') auth.log(`Google sign-in was refused: ${outcome.problem}`);
    return outcome;
  } catch (error) {
    if (!(error instanceof AddressTakenError)) throw error;
    return { kind: 'failed', path: journey.failed, cookies: [] };
  }
}

const clients = new WeakMap<AuthContext, Promise<GoogleClient>>();

/**
 * The site's client of the issuer, connected when it is first needed: startup must neither wait for Google nor fail
 * with it, and one failure must not be permanent.
 */
async function connect(auth: AuthContext): Promise<GoogleClient | undefined> {
  const { google } = auth.settings;
  if (!google) return undefined;
  const client = clients.get(auth) ?? openGoogleClient(auth, google);
  clients.set(auth, client);
  return client.catch((error: unknown) => {
    clients.delete(auth);
    throw error;
  });
}

const TIMEOUT_MS = 10_000;

/** No page waits longer for an issuer that has stopped responding. */
function soon<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no response in time')), TIMEOUT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
