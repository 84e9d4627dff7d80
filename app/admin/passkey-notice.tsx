import { Icon } from '#app/ui/icon.tsx';

/** Asks the administrator to add a passkey, until they have one or decline. */
export function PasskeyNotice({ isDue }: { isDue: boolean }) {
  if (!isDue) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <div>
        <p>Protect your account with a passkey. No one can guess it, and a fake site cannot steal it.</p>
        <div className="cluster mt">
          <a className="button button--small" href="/account/passkeys/offer?next=%2Fadmin">
            Add a passkey
          </a>
          <form method="post" action="/account/passkeys/offer?next=%2Fadmin">
            <input type="hidden" name="answer" value="never" />
            <button type="submit" className="button button--small">
              Not now
            </button>
          </form>
        </div>
      </div>
    </div>
  );
}
