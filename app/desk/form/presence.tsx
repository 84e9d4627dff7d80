import { useEffect, useState } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';

/** `others` says who else had the form open when the page was loaded. */
type PresenceProps = { name: string; id: string; others: string };

/**
 * Says who else has this form open, for as long as they do. With JavaScript, the form reports to the server while it is
 * open; without it, the page shows who had it open when it was loaded.
 */
export function Presence({ name, id, others }: PresenceProps) {
  const [words, setWords] = useState(others);
  const path = `/admin/${name}/${id}/presence`;
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    // Loaded later: nobody waits for it. Without it, the form does not report.
    import('./report-presence.ts')
      .then(({ reportPresence }) => {
        if (!isOver) stop = reportPresence(path, setWords);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [path]);
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
