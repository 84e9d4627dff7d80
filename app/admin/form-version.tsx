import { useEffect, useRef } from 'react';
import { useBlocker, useNavigation } from 'react-router';

type FormVersionProps = {
  version: string;
  /** The form came back with what was typed and could not be saved. */
  isUnsaved: boolean;
};

const QUESTION = 'Leave without saving? What you changed here will be lost.';

/** What a form says of the version it was opened with; with script it also asks before changes are left behind. */
export function FormVersion({ version, isUnsaved }: FormVersionProps) {
  const input = useRef<HTMLInputElement>(null);
  const saved = useRef('');
  const { state } = useNavigation();
  const wasLoading = useRef(false);
  const isChanged = () => state !== 'loading' && (isUnsaved || contentsOf(input.current) !== saved.current);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  );
  useEffect(() => {
    saved.current = defaultsOf(input.current);
  }, []);
  useEffect(() => {
    // A save that changed nothing brings the same form: what stands in it now is saved.
    if (state === 'idle' && wasLoading.current && !isUnsaved) saved.current = contentsOf(input.current);
    wasLoading.current = state === 'loading';
  }, [state, isUnsaved]);
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

type Entry = [name: string, value: FormDataEntryValue];

function contentsOf(input: HTMLInputElement | null): string {
  return textOf(input?.form ? [...new FormData(input.form)] : []);
}

/** What the form had before anybody typed, though the browser may have put back what was typed at an earlier visit. */
function defaultsOf(input: HTMLInputElement | null): string {
  return textOf([...(input?.form?.elements ?? [])].flatMap((element) => defaultOf(element)));
}

function defaultOf(element: Element): Entry[] {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    const chosen = options.find((option) => option.defaultSelected) ?? options[0];
    return [[element.name, chosen?.value ?? '']];
  }
  if (element instanceof HTMLTextAreaElement) return [[element.name, element.defaultValue]];
  if (!(element instanceof HTMLInputElement)) return [];
  const isLeftOut = element.type === 'checkbox' && !element.defaultChecked;
  return isLeftOut
    ? []
    : [[element.name, element.type === 'checkbox' ? element.value : element.defaultValue]];
}

/** Without what is empty or has no name: spare rows of a list come and go by themselves. */
function textOf(entries: Entry[]): string {
  return JSON.stringify(entries.filter(([name, value]) => name !== '' && value !== ''));
}
