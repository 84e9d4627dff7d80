/** How many passkeys there are, and the way to them. */
export function PasskeysPanel({ count, isStaff }: { count: number; isStaff: boolean }) {
  const none = isStaff
    ? 'You have none yet. As you work on this site, you should add one: no one can guess it, and a fake site can’t steal it.'
    : 'Log in with your fingerprint, face, or screen lock instead of your password.';
  return (
    <section className="panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      <p className="mb">
        {count === 0 ? none : `You have ${count === 1 ? 'a passkey' : `${count} passkeys`}.`}
      </p>
      <a className="button" href="/account/passkeys">
        {count === 0 ? 'Add a passkey' : 'Passkeys and recovery codes'}
      </a>
    </section>
  );
}

type AddressPanelProps = { email: string; isVerified: boolean; hasOpenLink: boolean; mailNote: string };

/** The address, whether it is verified, and the ways to verify or change it. */
export function AddressPanel({ email, isVerified, hasOpenLink, mailNote }: AddressPanelProps) {
  const next = hasOpenLink
    ? mailNote || 'Open the link we emailed you. It works for 24 hours.'
    : 'We’ll email you a link that confirms it.';
  return (
    <section className="panel" aria-labelledby="address-title">
      <h2 id="address-title">Email address</h2>
      <p className="mb">{isVerified ? `${email} is confirmed.` : `${email} is not confirmed yet. ${next}`}</p>
      <div className="cluster">
        {isVerified ? null : (
          <form method="post" action="/account/verification">
            <button type="submit" className="button">
              {hasOpenLink ? 'Send the link again' : 'Send the link'}
            </button>
          </form>
        )}
        <a className="button" href="/account/address">
          Change address
        </a>
      </div>
    </section>
  );
}

type GooglePanelProps = { isSetUp: boolean; isJoined: boolean; hasPassword: boolean; isVerified: boolean };

/** Whether the account uses Google, and how to change that. */
export function GooglePanel({ isSetUp, isJoined, hasPassword, isVerified }: GooglePanelProps) {
  if (!isSetUp && !isJoined) return null;
  return (
    <section className="panel" aria-labelledby="google-title">
      <h2 id="google-title">Google</h2>
      <p className="mb">{sentenceOf({ isJoined, hasPassword, isVerified })}</p>
      {isJoined && hasPassword ? (
        <form method="post" action="/account/google">
          <button type="submit" className="button">
            Disconnect Google
          </button>
        </form>
      ) : null}
      {isJoined || !isVerified ? null : (
        <form method="post" action="/login/google?join">
          <button type="submit" className="button">
            Connect Google
          </button>
        </form>
      )}
    </section>
  );
}

function sentenceOf({ isJoined, hasPassword, isVerified }: Omit<GooglePanelProps, 'isSetUp'>): string {
  if (!isJoined && !isVerified)
    return 'Confirm your address first. Then you can connect your Google account.';
  if (!isJoined) return 'Connect your Google account to log in without a password.';
  if (hasPassword)
    return 'You can log in with your Google account. Disconnecting it logs out your other devices.';
  return 'You can log in with your Google account. To disconnect it, set a password first: log out, then use “Forgot your password?”.';
}

/** For people who review the inbox. */
export function WaitingEmailPanel({ isOn }: { isOn: boolean }) {
  return (
    <section className="panel stack" aria-labelledby="waiting-email">
      <h2 id="waiting-email">Daily email</h2>
      <form method="post" action="/account/waiting-email" className="stack">
        <label className="check">
          <input type="checkbox" name="waitingEmail" value="true" defaultChecked={isOn} />
          <span>Email me each morning what waits in the inbox</span>
        </label>
        <p>
          <button type="submit" className="button">
            Save
          </button>
        </p>
      </form>
    </section>
  );
}
