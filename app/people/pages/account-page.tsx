import { redirect } from 'react-router';
import { listOwnPasskeys } from '#app/people/accounts/own-passkeys.server.ts';
import { findProfile } from '#app/people/accounts/profile.server.ts';
import { isEditor, isStaff } from '#app/people/accounts/viewer.ts';
import { isGoogleSetUp } from '#app/people/google/google-sign-in.server.ts';
import { PasswordForm } from '#app/people/pages/login/password-form.tsx';
import { wantsWaitingEmail } from '#app/people/team/waiting-email.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/account-page';
import { AddressPanel, GooglePanel, PasskeysPanel, WaitingEmailPanel } from './account-panels.tsx';
import { NameForm } from './name-form.tsx';
import { signedInContext } from './signed-in-context.ts';
import { storedMailNote } from './stored-mail.ts';

export const handle: RouteHandle = { hydrate: true };

/** A user's own account: what is stored, and every way to change or end it. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town, services } = signedInContext(args);
  const profile = await findProfile(auth, viewer.userId);
  if (!profile) throw redirect('/login');
  const passkeys = (await listOwnPasskeys(auth, viewer.userId)).length;
  const mailNote = storedMailNote(services.settings);
  const note = noteOf(args.url);
  return {
    ...profile,
    passkeys,
    isStaff: isStaff(viewer),
    waitingEmail: isEditor(viewer) ? await wantsWaitingEmail(auth.db, viewer.userId) : null,
    isGoogleSetUp: isGoogleSetUp(auth),
    note,
    mailNote,
    siteTitle: town.title,
  };
}

type Note = { tone: 'success' | 'danger'; text: string };

/** What has just happened, as a message. */
function noteOf({ searchParams }: URL): Note | undefined {
  if (searchParams.has('saved')) return { tone: 'success', text: messages.saved };
  if (searchParams.has('verified'))
    return { tone: 'success', text: `${messages.saved} Your email address is confirmed.` };
  if (searchParams.has('mailed'))
    return { tone: 'success', text: 'We’ve sent you an email with a link. Open the link in this browser.' };
  if (searchParams.get('google') === 'failed') return { tone: 'danger', text: messages.loginFailed };
  const unsent = minutesOf(searchParams.get('unsent'));
  if (unsent)
    return {
      tone: 'danger',
      text: `You are registered. We could not send the confirmation email yet because too many were requested. Press “Send the link” in ${unsent}.`,
    };
  const wait = minutesOf(searchParams.get('wait'));
  return wait ? { tone: 'danger', text: `Too many emails were requested. Please wait ${wait}.` } : undefined;
}

function minutesOf(text: string | null): string | undefined {
  const minutes = /^[1-9]\d{0,3}$/.exec(text ?? '')?.[0];
  return minutes && (minutes === '1' ? 'a minute' : `${minutes} minutes`);
}

/** Saves the opt-in. */
export async function action(args: Route.ActionArgs) {
  const { write, viewer, now, services } = signedInContext(args);
  const { names } = await readForm(args.request, [hidden('newsletterOptIn')]);
  await services.subscriptions.saveChoice(write, viewer.userId, names.includes('newsletterOptIn'), now);
  return redirect('/account?saved', 303);
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, note, siteTitle } = loaderData;
  const { isReadOnly } = useSite();
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Account | ${siteTitle}`} />
      <div className="reading stack-lg">
        <header className="page-head">
          <h1>Account</h1>
          <p>Logged in as {email}</p>
        </header>
        {note ? <Alert tone={note.tone}>{note.text}</Alert> : null}
        {isReadOnly ? null : <ChangePanels {...loaderData} />}
        <DataPanel />
      </div>
    </main>
  );
}

/** Everything about an account that can be changed. */
function ChangePanels(account: Route.ComponentProps['loaderData']) {
  const { email, emailVerified, hasPassword, isStaff } = account;
  return (
    <>
      <AddressPanel
        email={email}
        isVerified={emailVerified}
        hasOpenLink={account.hasOpenLink}
        mailNote={account.mailNote}
      />
      <section className="panel" aria-labelledby="name-title">
        <h2 id="name-title">Name</h2>
        <NameForm isStaff={isStaff} value={account.name ?? ''} />
      </section>
      <OptInPanel checked={account.newsletterOptIn} />
      {hasPassword ? (
        <section className="panel" aria-labelledby="password-title">
          <h2 id="password-title">Password</h2>
          <PasswordForm isStaff={isStaff} />
        </section>
      ) : null}
      <GooglePanel
        isSetUp={account.isGoogleSetUp}
        isJoined={account.hasGoogle}
        hasPassword={hasPassword}
        isVerified={emailVerified}
      />
      {account.waitingEmail === null ? null : <WaitingEmailPanel isOn={account.waitingEmail} />}
      <PasskeysPanel count={account.passkeys} isStaff={isStaff} />
      <SessionsPanel />
    </>
  );
}

function OptInPanel({ checked }: { checked: boolean }) {
  return (
    <section className="panel" aria-labelledby="updates-title">
      <h2 id="updates-title">Community updates</h2>
      <form method="post" action="/account">
        <label className="check">
          <input type="checkbox" name="newsletterOptIn" defaultChecked={checked} />
          <span>Send me community updates and promotions</span>
        </label>
        <p className="mt">
          <button type="submit" className="button button--primary">
            Save
          </button>
        </p>
      </form>
    </section>
  );
}

function SessionsPanel() {
  return (
    <section className="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Devices</h2>
      <p className="mb">See where you are logged in, and log out any device.</p>
      <a className="button" href="/account/sessions">
        Your devices
      </a>
    </section>
  );
}

function DataPanel() {
  return (
    <section className="panel" aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <p className="mb">
        We keep your email address, your name if you entered one, your choice about community updates, your
        subscription to the newsletter, and when and how you logged in.
      </p>
      <p className="cluster">
        <a className="button" href="/account/data" download>
          Download my data
        </a>
        <a className="button button--danger" href="/account/deletion">
          Delete my account
        </a>
      </p>
    </section>
  );
}
