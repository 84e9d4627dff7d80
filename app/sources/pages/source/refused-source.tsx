import { Link } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { sourceForm } from '#app/sources/pages/source-fields.ts';

/** `taken` is the source that has the address already. */
export type FailedSource = { taken?: string };

/** Says why a source was not saved. */
export function RefusedSource({ taken, ...failure }: FailedForm<object> & FailedSource) {
  return (
    <FailedSave {...failure} spec={sourceForm}>
      {taken ? (
        <p>
          <Link to={`/admin/sources/${taken}`}>Open the source with this address</Link>
        </p>
      ) : null}
    </FailedSave>
  );
}
