import { redirect } from 'react-router';
import { isGoogleSetUp } from '#app/people/google/google-sign-in.server.ts';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { arrivalCookie } from '#app/people/pages/arrival-notice.server.ts';
import { relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import { reportFailedSave, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity, recordFailedSignIn } from '#app/people/request/record-activity.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { Route } from './+types/login';
import { callerOf } from './caller-of.ts';
import { FailedAlert } from './failed-alert.tsx';
import { GoogleButton } from './google-button.tsx';
import { landingPathOf } from './landing-path.ts';
import { LoginForm, type LoginMode, loginForm } from './login-form.tsx';
import { HOME, nextPathOf, withNext } from './next-path.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { respondToPasskey } from './passkey-login.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { isHeldBack, respondTooMany } from './too-many-attempts.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/**
 * Login and registration are one page (product contract section 3). Logged-in users are redirected (spec section 2).
 */
export function loader(args: Route.LoaderArgs) {
  const { viewer, town, services } = writeContext(args);
  // After a failed login the page says so, also to logged-in users.
  if (viewer.kind !== 'visitor' && args.context.get(requestContextKey).method !== 'POST')
    throw redirect(HOME);
  const url = args.url;
  return {
    mode: modeOf(url),
    next: nextPathOf(url),
    done: doneOf(url),
    googleFailed: url.searchParams.get('google') === 'failed',
    isGoogleSetUp: isGoogleSetUp(services.auth),
    hasPasskeys: relyingPartyOf(services.settings.url) !== undefined,
    town: town.town,
    siteTitle: town.title,
  };
}

export async function action(args: Route.ActionArgs) {
  const { auth, settings } = writeContext(args).services;
  const url = args.url;
  const { values, names } = await readForm(args.request, loginForm);
  const { email, password } = values;
  const next = nextPathOf(url);
  const entry = {
    email,
    password,
    newsletterOptIn: names.includes('newsletterOptIn'),
    ...(next === HOME ? {} : { next }),
  };
  const typed = { email, newsletterOptIn: entry.newsletterOptIn };
  try {
    if (names.includes('passkey')) return await respondToPasskey(args, values.passkey);
    const signIn = modeOf(url) === 'register' ? register : logIn;
    const outcome = await signIn(auth, entry, callerOf(args));
    if (outcome.kind === 'signedIn') {
      const { cookies, userId, isNew, mailWaitMs = 0 } = outcome;
      if (isNew) await recordActivity(args, 'registered', 'with a password', userId);
      await recordActivity(args, 'signed-in', 'with a password', userId);
      const unsent = `/account?unsent=${Math.ceil(mailWaitMs / MINUTE_MS)}`;
      const next = mailWaitMs > 0 ? unsent : await landingPathOf(args, nextPathOf(url), userId);
      const isWelcomed = isNew && next === HOME;
      return redirectWithCookies(
        next,
        isWelcomed ? [...cookies, arrivalCookie(settings.url, 'registered')] : cookies,
      );
    }
    if (outcome.kind === 'refused' && signIn === logIn)
      await recordFailedSignIn(args, 'with a password', email);
    if (!isHeldBack(outcome)) return failedForm(400, typed, { problems: outcome.problems });
    return await respondTooMany(args, outcome, typed);
  } catch (error) {
    const { status, reason } = reportFailedSave(args, error, 'logging in failed');
    return failedForm(status, typed, { reason });
  }
}

function modeOf(url: URL): LoginMode {
  return url.searchParams.get('mode') === 'register' ? 'register' : 'login';
}

const doneNotes = {
  reset: 'Your password has been changed. Log in with the new one.',
  verified: 'Your email address is confirmed. Log in with your password.',
  expired: 'You are logged out. Log in to continue.',
  refused: 'Thank you. We won’t use your address.',
};

/** What an emailed link has just done, as a message. */
function doneOf(url: URL): string | undefined {
  const done = url.searchParams.get('done') ?? '';
  return Object.hasOwn(doneNotes, done) ? doneNotes[done as keyof typeof doneNotes] : undefined;
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, next, town, siteTitle } = loaderData;
  const { isReadOnly } = useSite();
  const title = mode === 'register' ? 'Register' : 'Login';
  return (
    <AccountFrame
      title={title}
      siteTitle={siteTitle}
      intro={
        <>
          {isReadOnly ? ON_FROZEN : mode === 'register' ? `Join your neighbors in ${town}.` : 'Welcome back.'}{' '}
          Reading is free, no account needed.
        </>
      }
    >
      {isReadOnly ? null : <ModeLinks mode={mode} next={next} />}
      {actionData || loaderData.googleFailed ? (
        <FailedAlert sentence={messages.loginFailed} reason={actionData?.reason} />
      ) : loaderData.done ? (
        <Alert tone="success">{loaderData.done}</Alert>
      ) : null}
      {mode === 'login' && loaderData.hasPasskeys ? (
        <PasskeyForm task="login" action={addressOf(mode, next)} look="button--wide" autofill>
          Log in with a passkey
        </PasskeyForm>
      ) : null}
      {loaderData.isGoogleSetUp ? (
        <>
          <GoogleButton next={next} isSetUp />
          <p className="or">or use your email</p>
        </>
      ) : null}
      <LoginForm key={mode} mode={mode} action={addressOf(mode, next)} failed={actionData} />
      {loaderData.isGoogleSetUp || isReadOnly ? null : (
        <>
          <p className="or">or</p>
          <GoogleButton next={next} isSetUp={false} />
        </>
      )}
      {isReadOnly ? <FrozenNote /> : mode === 'register' ? <RegisterNote next={next} /> : <ForgotNote />}
    </AccountFrame>
  );
}

const ON_FROZEN = 'Log in to download your data or delete your account. There are no new accounts.';

function addressOf(mode: LoginMode, next: string): string {
  return withNext(mode === 'register' ? '/login?mode=register' : '/login', next);
}

function ModeLinks({ mode, next }: { mode: LoginMode; next: string }) {
  return (
    <nav className="segmented" aria-label="Login or register">
      <a href={addressOf('login', next)} aria-current={mode === 'login' ? 'page' : undefined}>
        Login
      </a>
      <a href={addressOf('register', next)} aria-current={mode === 'register' ? 'page' : undefined}>
        Register
      </a>
    </nav>
  );
}

function RegisterNote({ next }: { next: string }) {
  return (
    <p className="small muted">
      Already have an account? <a href={addressOf('login', next)}>Login</a>. You must be at least 13. By
      registering you confirm that you are. See the <a href="/privacyPolicy">Privacy Policy</a>.
    </p>
  );
}

function ForgotNote() {
  return (
    <p className="small cluster">
      <a href="/forgot">Forgot your password?</a> <a href="/login/recovery">Use a recovery code</a>
    </p>
  );
}

/** A frozen site sends no emails, so it can't reset passwords. */
function FrozenNote() {
  return (
    <p className="small cluster">
      <a href="/login/recovery">Use a recovery code</a>
      <span>
        Forgot your password? <a href="/contact">Contact the owner</a>.
      </span>
    </p>
  );
}
