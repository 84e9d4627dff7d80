import { lazy, memo, Suspense } from 'react';
import type { FormNotes } from './form-notes.tsx';

type Notes = typeof FormNotes;

/** The notes are in the server's pages from the start, and their code is not in the browser's form. */
const onServer: Notes | undefined = import.meta.env.SSR
  ? (await import('./form-notes.tsx')).FormNotes
  : undefined;

const InBrowser = lazy(async () => ({ default: (await import('./form-notes.tsx')).FormNotes }));

/** What few forms show, so that its code arrives after the form: a draft of changes, and handing in a draft. */
export const FormNotesSlot = memo(function FormNotesSlot(props: Parameters<Notes>[0]) {
  const Shown = onServer ?? InBrowser;
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
});
