import { useEffect, useState } from 'react';
import type { Others } from '#app/drafts/presence-store.server.ts';
import { FORM_REPORTS_MS } from '#app/drafts/presence-times.ts';
import { Icon } from '#app/ui/icon.tsx';

type PresenceProps = { name: string; id: string; others: Others };

/**
 * Says who else has this form open, for as long as they do. With JavaScript, the form reports to the server while it is
 * open; without it, the page shows who had it open when it was loaded.
 */
export function Presence({ name, id, others: loaded }: PresenceProps) {
  const [others, setOthers] = useState(loaded);
  const path = `/admin/${name}/${id}/presence`;
  useEffect(() => {
    const form = createFormId();
    const report = async () => {
      // Offline, or after the session has ended, the last known names stay.
      const response = await fetch(path, {
        method: 'POST',
        body: new URLSearchParams({ form }),
        redirect: 'manual',
      }).catch(() => undefined);
      if (response?.ok) setOthers((await response.json()) as Others);
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
  }, [path]);
  const words = say(others);
  // Its place is there before its words: nothing on the page moves when they come and go.
  return (
    <span className="presence" aria-live="polite">
      {words ? (
        <>
          <Icon name="person" /> {words}
        </>
      ) : null}
    </span>
  );
}

/** Not `randomUUID`, which a page without https can't use. */
function createFormId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** 'Anna is editing this.'; '' if no one else is. */
function say({ names, isElsewhere }: Others): string {
  if (names.length > 0) {
    const list = new Intl.ListFormat('en-US').format(names);
    return `${list} ${names.length === 1 ? 'is' : 'are'} editing this.`;
  }
  return isElsewhere ? 'You have this open in another window.' : '';
}
