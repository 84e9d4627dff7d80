import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { contentsOf, defaultsOf, KEPT } from './form-contents.ts';
import { FormTag } from './form-tag.tsx';
import { useLeaveGuard } from './unsaved-forms.tsx';

type FormVersionProps = {
  version: string;
  /** The response that `version` is from, where a form saves itself. */
  given?: object;
  /** The form was shown again as typed, because it was not saved. */
  isUnsaved: boolean;
  /** Called after each load of the page that leaves nothing unsaved in this form. */
  onSettled?: () => void;
};

/** The hidden version that the form was opened with; with JavaScript, the page also asks before changes are lost. */
export function FormVersion({ version, given, isUnsaved, onSettled }: FormVersionProps) {
  const input = useRef<HTMLInputElement>(null);
  const saved = useRef('');
  /** What has been saved as a draft in the meantime. */
  const kept = useRef('');
  const isSent = useRef(false);
  const settled = useRef(onSettled);
  const { state } = useNavigation();
  // The page has been left and only its effects are still running: nothing can be lost any more.
  const isGone = () => input.current === null;
  const isChanged = () => {
    if (isGone()) return false;
    const contents = contentsOf(input.current?.form);
    return contents !== kept.current && (isUnsaved || contents !== saved.current);
  };
  useLeaveGuard(() => !(isSent.current && state === 'loading') && isChanged());
  useEffect(() => {
    saved.current = defaultsOf(input.current?.form);
    const form = input.current?.form;
    const noteSent = () => {
      isSent.current = true;
    };
    const noteKept = (event: Event) => {
      kept.current = (event as CustomEvent<string>).detail;
    };
    form?.addEventListener('submit', noteSent);
    form?.addEventListener(KEPT, noteKept);
    return () => {
      form?.removeEventListener('submit', noteSent);
      form?.removeEventListener(KEPT, noteKept);
    };
  }, []);
  useEffect(() => {
    settled.current = onSettled;
  });
  useEffect(() => {
    if (state !== 'idle') return;
    // A save without changes returns the same form: its current content is saved.
    if (isSent.current && !isUnsaved) saved.current = contentsOf(input.current?.form);
    isSent.current = false;
    if (!isUnsaved && contentsOf(input.current?.form) === saved.current) settled.current?.();
  }, [state, isUnsaved]);
  return (
    <>
      {/* Enter presses the first button of a form, which otherwise may be one that chooses a picture. */}
      <button type="submit" hidden />
      <FormTag ref={input} name="version" value={version} given={given} />
    </>
  );
}
