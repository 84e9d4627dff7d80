import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { useLeaveGuard } from './unsaved-forms.tsx';

type FormVersionProps = {
  version: string;
  /** The form came back as typed and was not saved. */
  isUnsaved: boolean;
  /** Called after each loading of the page that leaves nothing unsaved in this form. */
  onSettled?: () => void;
};

/** The hidden version that the form was opened with; with JavaScript, the page also asks before changes are lost. */
export function FormVersion({ version, isUnsaved, onSettled }: FormVersionProps) {
  const input = useRef<HTMLInputElement>(null);
  const saved = useRef('');
  const isSent = useRef(false);
  const settled = useRef(onSettled);
  const { state } = useNavigation();
  // Left already, and only its effects are still running: nothing of it can be lost any more.
  const isGone = () => input.current === null;
  const isChanged = () => !isGone() && (isUnsaved || contentsOf(input.current) !== saved.current);
  useLeaveGuard(() => !(isSent.current && state === 'loading') && isChanged());
  useEffect(() => {
    saved.current = defaultsOf(input.current);
    const form = input.current?.form;
    const noteSent = () => {
      isSent.current = true;
    };
    form?.addEventListener('submit', noteSent);
    return () => form?.removeEventListener('submit', noteSent);
  }, []);
  useEffect(() => {
    settled.current = onSettled;
  });
  useEffect(() => {
    if (state !== 'idle') return;
    // A save without changes returns the same form: its current content is saved.
    if (isSent.current && !isUnsaved) saved.current = contentsOf(input.current);
    isSent.current = false;
    if (!isUnsaved && contentsOf(input.current) === saved.current) settled.current?.();
  }, [state, isUnsaved]);
  return <input ref={input} type="hidden" name="version" value={version} />;
}

type Entry = [name: string, value: FormDataEntryValue];

function contentsOf(input: HTMLInputElement | null): string {
  return textOf(input?.form ? [...new FormData(input.form)] : []);
}

/** The form's original content, though the browser may have restored text from an earlier visit. */
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

/** Without the version and without empty or nameless fields: spare rows of a list come and go. */
function textOf(entries: Entry[]): string {
  return JSON.stringify(entries.filter(([name, value]) => name !== '' && name !== 'version' && value !== ''));
}
