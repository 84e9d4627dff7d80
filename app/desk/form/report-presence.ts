import { describeOthers, FORM_REPORTS_MS, type Others } from '#app/items/presence/presence-words.ts';

/** Reports at `path` that a form is open, until the returned function is called; `show` receives who else has it open, as text. */
export function reportPresence(path: string, show: (words: string) => void): () => void {
  const form = createFormId();
  const report = async () => {
    // Offline, or after the session has ended, the last known names stay.
    const response = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ form }),
      redirect: 'manual',
    }).catch(() => undefined);
    if (response?.ok) show(describeOthers((await response.json()) as Others));
  };
  const close = () => navigator.sendBeacon(path, new URLSearchParams({ form, closed: '1' }));
  void report();
  const timer = setInterval(() => void report(), FORM_REPORTS_MS);
  window.addEventListener('pagehide', close);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', close);
    close();
  };
}

/** Not `randomUUID`, which a page without https can't use. */
function createFormId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
