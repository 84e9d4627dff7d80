import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { PasskeyTask } from './passkey-script.ts';

// Before the server's challenge expires, after five minutes.
const OFFER_AGAIN_MS = 4 * MINUTE_MS;

type PasskeyFormProps = {
  task: PasskeyTask;
  action: string;
  /** The button's classes in addition to `button`. */
  look?: string;
  /** Passkeys are also offered by the browser's autofill. */
  autofill?: boolean;
  children: ReactNode;
};

/**
 * A button that uses or creates a passkey and sends it as the form's field `passkey`. Disabled until the page's script
 * runs; without JavaScript, a message says so.
 */
export function PasskeyForm({ task, action, look = '', autofill = false, children }: PasskeyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState('');
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const offer = useOffer(autofill, (credential) => send(form.current, credential));

  async function ask(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setProblem('');
    const { askForPasskey } = await import('./passkey-script.ts');
    const result = await askForPasskey(task);
    if (result.kind === 'done') send(form.current, result.credential);
    if (result.kind !== 'failed') return;
    setProblem(result.problem);
    offer();
  }

  return (
    <form method="post" action={action} onSubmit={ask} ref={form}>
      <input type="hidden" name="passkey" defaultValue="" />
      <button type="submit" disabled={!isReady} className={`button ${look}`.trim()}>
        {children}
      </button>
      <noscript>
        <p className="small muted">Passkeys need JavaScript. Your password works without it.</p>
      </noscript>
      {problem ? (
        <p className="error" role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  );
}

/** Submitting by script does not ask for a passkey again. */
function send(form: HTMLFormElement | null, credential: string): void {
  const field = form?.elements.namedItem('passkey');
  if (!form || !(field instanceof HTMLInputElement)) return;
  field.value = credential;
  form.submit();
}

/** Keeps passkeys in the browser's autofill; returns a function that offers them again after the button was used. */
function useOffer(autofill: boolean, onChosen: (credential: string) => void): () => void {
  const chosen = useRef(onChosen);
  chosen.current = onChosen;

  const offer = () => {
    if (!autofill || window.PublicKeyCredential === undefined) return;
    import('./passkey-script.ts')
      .then(({ offerPasskeys }) => offerPasskeys())
      .then((credential) => credential && chosen.current(credential))
      // Without the script the page still has its password form.
      .catch(() => undefined);
  };

  const start = useRef(offer);
  useEffect(() => {
    start.current();
    const timer = setInterval(() => start.current(), OFFER_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return offer;
}
