import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { Icon } from '#app/platform/ui/icon.tsx';

/** Screen readers announce at most once a minute that the form was saved. */
const ANNOUNCE_MS = MINUTE_MS;

type AutosaveProps = {
  /** The address of the form. */
  address: string;
  /** The form was shown again as typed, because it was not saved. */
  isUnsaved: boolean;
};

/**
 * Saves the form it is in as a draft, a few seconds after each change, and shows when. What could not be sent to the
 * server stays in this browser and is sent when the form is opened again.
 */
export function AutosaveStatus({ address, isUnsaved }: AutosaveProps) {
  const place = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState('');
  const [announced, setAnnounced] = useState('');
  const { state } = useNavigation();
  const isSending = useRef(false);
  useEffect(() => {
    isSending.current = state !== 'idle';
  }, [state]);
  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    let announcedAt = 0;
    const say = (text: string, isUrgent = false) => {
      setWords(text);
      if (!isUrgent && Date.now() - announcedAt < ANNOUNCE_MS) return;
      announcedAt = Date.now();
      setAnnounced(text);
    };
    const pause = () => {
      isSending.current = true;
    };
    let isOver = false;
    let stop: (() => void) | undefined;
    // Loaded later: the form can be filled in before this has loaded.
    import('./watch-form.ts')
      .then(({ watchForm }) => {
        if (isOver) return;
        stop = watchForm(form, { address, isUnsaved, say, pause, isPaused: () => isSending.current });
      })
      .catch(() => say('Automatic saving could not be loaded. Use the Save button.', true));
    return () => {
      isOver = true;
      stop?.();
    };
  }, [address, isUnsaved]);
  return (
    <>
      <p className="small muted mt autosave" ref={place}>
        {words ? (
          <>
            <Icon name="check" /> {words}
          </>
        ) : null}
      </p>
      <p className="vh" aria-live="polite">
        {announced}
      </p>
    </>
  );
}
