import { type ComponentType, lazy, Suspense } from 'react';
import type { PictureFieldProps } from './picture-field-props.ts';

type Field = ComponentType<PictureFieldProps>;

let onServer: Field | undefined;

/** Lets the server render the field, which is in its pages from the start. */
export function provideField(field: Field): void {
  onServer = field;
}

const InBrowser = lazy(async () => ({ default: (await import('./picture-field.tsx')).PictureField }));

/** The field of a picture. In the browser its code arrives after the form; until then the form works without it. */
export function PictureSlot(props: PictureFieldProps) {
  const Shown = onServer ?? InBrowser;
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
