import { type ComponentType, lazy, Suspense } from 'react';
import type { DocumentsFieldProps } from './document-choice.ts';

type Field = ComponentType<DocumentsFieldProps>;

let onServer: Field | undefined;

/** Lets the server render the field, which is in its pages from the start. */
export function provideDocumentsField(field: Field): void {
  onServer = field;
}

const InBrowser = lazy(async () => ({ default: (await import('./documents-field.tsx')).DocumentsField }));

/** The field of documents. In the browser its code arrives after the form; until then the form works without it. */
export function DocumentsSlot(props: DocumentsFieldProps) {
  const Shown = onServer ?? InBrowser;
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
