import { type FormEvent, useEffect } from 'react';
import { GOOGLE_CHANNEL, type GoogleSignal } from './google-signal.ts';
import { withNext } from './next-path.ts';

const POPUP = 'google-sign-in';
const POPUP_SHAPE = 'popup,width=500,height=680';

/** Continue with Google: in a popup if scripts run and popups open, otherwise in this window. */
export function GoogleButton({ next, isSetUp }: { next: string; isSetUp: boolean }) {
  useGoogleSignal((signal) => {
    location.assign(signal === 'signedIn' ? next : withNext('/login?google=failed', next));
  });
  return (
    <form method="post" action={withNext('/login/google', next)} onSubmit={isSetUp ? sendToPopup : undefined}>
      <input type="hidden" name="popup" value="" />
      <button
        type="submit"
        className={isSetUp ? 'button button--wide' : 'button button--wide is-unavailable'}
        aria-describedby={isSetUp ? undefined : 'google-note'}
      >
        <GoogleMark />
        Continue with Google
      </button>
      {isSetUp ? null : (
        <p className="small muted" id="google-note">
          Google sign-in is not set up on this site yet.
        </p>
      )}
    </form>
  );
}

/** A blocked popup leaves the form as it is: then this window goes to Google. */
function sendToPopup({ currentTarget: form }: FormEvent<HTMLFormElement>): void {
  const opened = window.open('', POPUP, POPUP_SHAPE) !== null;
  form.target = opened ? POPUP : '';
  const field = form.elements.namedItem('popup');
  if (field instanceof HTMLInputElement) field.value = opened ? '1' : '';
}

function useGoogleSignal(receive: (signal: GoogleSignal) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(GOOGLE_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<GoogleSignal>) => receive(data);
    return () => channel.close();
  });
}

function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M17.6 9.2c0-.6-.1-1.2-.2-1.7H9v3.3h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.5z"
      />
      <path fill="#34a853" d="M9 18c2.4 0 4.5-.8 6-2.2l-3-2.2a5.4 5.4 0 0 1-8-2.9H1v2.3A9 9 0 0 0 9 18z" />
      <path fill="#fbbc05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8z" />
      <path fill="#ea4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3a5.4 5.4 0 0 1 5-3.7z" />
    </svg>
  );
}
