import { AddressTakenError } from '#app/people/addresses/address-ownership.server.ts';
import type { AuthContext, Caller } from '#app/people/sign-in/desk.server.ts';
import { acceptIdentity } from './google-accounts.server.ts';
import { type GoogleClient, openGoogleClient } from './google-client.server.ts';
import type { GoogleIdentity } from './google-identity.server.ts';
import type { GoogleDone, GoogleJourney } from './google-journey.ts';

/** Where users land when their origin is unknown. */
const GOOGLE_FAILED = '/login?google=failed';

export type GoogleStart = { kind: 'started'; url: string; cookies: string[] } | { kind: 'failed' };

/** `done` is set for users who completed it; `failed` without it can be anyone who opened the address. */
export type GoogleOutcome = {
  kind: 'signedIn' | 'asked' | 'failed';
  path: string;
  cookies: string[];
  done?: GoogleDone;
};

export type GoogleSignIn = {
  isGoogleSetUp: boolean;
  /** Where to send the browser; fails when the issuer does not respond. Never throws. */
  startGoogle(journey: GoogleJourney): Promise<GoogleStart>;
  /**
   * Handles the issuer's response, at GOOGLE_CALLBACK. Without a journey of this browser it goes to GOOGLE_FAILED;
   * `asked` means that the account's password is required first. Never throws.
   */
  finishGoogle(request: Request, caller?: Caller): Promise<GoogleOutcome>;
};

type Log = (problem: string) => void;

/** Login with the issuer in the settings. Without one, every attempt fails. */
export function openGoogleSignIn(desk: AuthContext): GoogleSignIn {
  const { google } = desk.settings;
  if (!google)
    return {
      isGoogleSetUp: false,
      startGoogle: async () => noStart,
      finishGoogle: async () => refusal,
    };
  const connect = connectWhenNeeded(() => openGoogleClient(desk, google));
  return {
    isGoogleSetUp: true,
    startGoogle: (journey) => startGoogle(connect, journey, desk.log),
    finishGoogle: (request, caller = {}) => finishGoogle(desk, connect, request, caller),
  };
}

const noStart: GoogleStart = { kind: 'failed' };

const refusal: GoogleOutcome = { kind: 'failed', path: GOOGLE_FAILED, cookies: [] };

type Connect = () => Promise<GoogleClient>;

/** The site's startup must neither wait for Google nor fail with it, and one failure must not be permanent. */
function connectWhenNeeded(open: () => Promise<GoogleClient>): Connect {
  let connecting: Promise<GoogleClient> | undefined;
  return () => {
    connecting ??= open().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
}

async function startGoogle(connect: Connect, journey: GoogleJourney, log: Log): Promise<GoogleStart> {
  try {
    const { url, cookies } = await soon((await connect()).start(JSON.stringify(journey)));
    return { kind: 'started', url, cookies };
  } catch (error) {
    log(`Google sign-in could not start: ${reasonOf(error)}`);
    return noStart;
  }
}

async function finishGoogle(
  desk: AuthContext,
  connect: Connect,
  request: Request,
  caller: Caller,
): Promise<GoogleOutcome> {
  try {
    const { identity, journey: text, problem, cookies } = await soon((await connect()).finish(request));
    if (!text) {
      desk.log(`Google sign-in was refused: ${problem}`);
      return { ...refusal, cookies };
    }
    const journey = JSON.parse(text) as GoogleJourney;
    if (!identity) {
      desk.log(`Google sign-in was refused: ${problem}`);
      return { kind: 'failed', path: journey.failed, cookies };
    }
    const outcome = await accepted(desk, identity, journey, caller);
    return { ...outcome, cookies: [...cookies, ...outcome.cookies] };
  } catch (error) {
    desk.log(`Google sign-in failed: ${reasonOf(error)}`);
    return refusal;
  }
}

/** Of two who verify an address at the same moment, one is too late. */
async function accepted(
  desk: AuthContext,
  identity: GoogleIdentity,
  journey: GoogleJourney,
  caller: Caller,
): Promise<GoogleOutcome> {
  try {
    const outcome = await acceptIdentity(desk, identity, journey, caller);
    if (outcome.kind === 'failed') desk.log(`Google sign-in was refused: ${outcome.problem}`);
    return outcome;
  } catch (error) {
    if (!(error instanceof AddressTakenError)) throw error;
    return { kind: 'failed', path: journey.failed, cookies: [] };
  }
}

const PATIENCE_MS = 10_000;

/** No page waits longer for an issuer that has stopped responding. */
function soon<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no response in time')), PATIENCE_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
