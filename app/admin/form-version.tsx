import { useEffect, useRef } from 'react';
import { useBlocker, useNavigation } from 'react-router';

type FormVersionProps = {
  version: number;
  /** The form came back with what was typed and could not be saved. */
  isUnsaved: boolean;
};

const QUESTION = 'Leave without saving? What you changed here will be lost.';

/** What a form says of the version it was opened with; with script it also asks before changes are left behind. */
export function FormVersion({ version, isUnsaved }: FormVersionProps) {
  const input = useRef<HTMLInputElement>(null);
  const opened = useRef('');
  const isIdle = useNavigation().state === 'idle';
  const isChanged = () => isIdle && (isUnsaved || contentsOf(input.current) !== opened.current);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  );
  useEffect(() => {
    opened.current = contentsOf(input.current);
  }, []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isChanged() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return <input ref={input} type="hidden" name="version" value={version} />;
}

/** Without what is empty: spare rows of a list come and go by themselves. */
function contentsOf(input: HTMLInputElement | null): string {
  const filled = [...new FormData(input?.form ?? undefined)].filter(([, value]) => value !== '');
  return JSON.stringify(filled);
}
