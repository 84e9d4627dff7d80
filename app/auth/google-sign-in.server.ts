import type { Settings } from '#app/settings.server.ts';
import type { Ledger } from './account-ledger.ts';
import { removeUnprovenClaim } from './administrator.server.ts';
import { checkIssuer, findIdentity, type GoogleIdentity, type Tokens } from './google-identity.server.ts';

/** The address that has to be registered with Google, after the site's origin. */
export const GOOGLE_CALLBACK = '/login/google/callback';

/** Where people land when nobody knows any more where they came from. */
export const GOOGLE_FAILED = '/login?google=failed';

/** Where to go on after Google: both are paths of this site. */
export type GoogleJourney = { next: string; failed: string };

export type GoogleStart = { kind: 'started'; url: string; cookies: string[] } | { kind: 'failed' };

export type GoogleOutcome = { kind: 'signedIn' | 'failed'; path: string; cookies: string[] };

export type GoogleSignIn = {
  isGoogleSetUp: boolean;
  /** Where to send the browser; fails when the issuer does not answer. Never throws. */
  startGoogle(journey: GoogleJourney): Promise<GoogleStart>;
  /** Handles the issuer's answer, at GOOGLE_CALLBACK. One of no journey of this browser goes to GOOGLE_FAILED. Never throws. */
  finishGoogle(request: Request): Promise<GoogleOutcome>;
};

export type GoogleClientOptions = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  redirectURI: string;
  failed: string;
  /** Whom verified tokens let in. Undefined refuses. */
  admit(tokens: Tokens): Promise<GoogleIdentity | undefined>;
};

/** What speaks the protocol. `finish` goes to the journey's `failed` with a parameter `error` when it refuses. */
export type GoogleClient = {
  start(journey: GoogleJourney): Promise<{ url: string | undefined; cookies: string[] }>;
  finish(request: Request): Promise<{ signedIn: boolean; location: string | undefined; cookies: string[] }>;
};

type Log = (problem: string) => void;

/** Sign-in with the issuer in the settings. Without one every attempt fails. */
export function openGoogleSignIn(
  ledger: Ledger,
  { google, url }: Settings,
  log: Log,
  openClient: (options: GoogleClientOptions) => Promise<GoogleClient>,
): GoogleSignIn {
  if (!google)
    return {
      isGoogleSetUp: false,
      startGoogle: async () => noStart,
      finishGoogle: async () => refusal,
    };
  const admit = (tokens: Tokens) => admitHolder(ledger, google.issuer, tokens);
  const options = { ...google, redirectURI: `${url}${GOOGLE_CALLBACK}`, failed: GOOGLE_FAILED, admit };
  const connect = connectWhenNeeded(google.issuer, () => openClient(options));
  return {
    isGoogleSetUp: true,
    startGoogle: (journey) => startGoogle(connect, journey, log),
    finishGoogle: (request) => finishGoogle(connect, request, log),
  };
}

const noStart: GoogleStart = { kind: 'failed' };

const refusal: GoogleOutcome = { kind: 'failed', path: GOOGLE_FAILED, cookies: [] };

/** Whoever claimed the address without proof must not share the account of the person who has just proved it. */
async function admitHolder(
  ledger: Ledger,
  issuer: string,
  tokens: Tokens,
): Promise<GoogleIdentity | undefined> {
  const identity = await findIdentity(issuer, tokens);
  if (identity) await ledger.transact((rows) => removeUnprovenClaim(rows, identity.email));
  return identity;
}

type Connect = () => Promise<GoogleClient>;

/** A start of the site must neither wait for Google nor fail with it, and one failure must not last. */
function connectWhenNeeded(issuer: string, open: () => Promise<GoogleClient>): Connect {
  let connecting: Promise<GoogleClient> | undefined;
  return () => {
    connecting ??= checkIssuer(issuer)
      .then(open)
      .catch((error: unknown) => {
        connecting = undefined;
        throw error;
      });
    return connecting;
  };
}

async function startGoogle(connect: Connect, journey: GoogleJourney, log: Log): Promise<GoogleStart> {
  try {
    const { url, cookies } = await soon((await connect()).start(journey));
    return url ? { kind: 'started', url, cookies } : noStart;
  } catch (error) {
    log(`Google sign-in could not start: ${reasonOf(error)}`);
    return noStart;
  }
}

async function finishGoogle(connect: Connect, request: Request, log: Log): Promise<GoogleOutcome> {
  try {
    const { signedIn, location = GOOGLE_FAILED, cookies } = await soon((await connect()).finish(request));
    const target = new URL(location, request.url);
    if (signedIn) return { kind: 'signedIn', path: pathOf(target), cookies };
    log(`Google sign-in was refused: ${target.searchParams.get('error')}`);
    for (const name of ['error', 'error_description']) target.searchParams.delete(name);
    return { kind: 'failed', path: pathOf(target), cookies };
  } catch (error) {
    log(`Google sign-in failed: ${reasonOf(error)}`);
    return refusal;
  }
}

function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}

const PATIENCE_MS = 10_000;

/** Nobody's page waits longer for an issuer that has stopped answering. */
function soon<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
