import { Form, useNavigation } from 'react-router';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { addressField } from './source-fields.ts';

/** The address to look at, and the button that looks for its feeds. */
export function AddressForm({ typed, problem }: { typed: string; problem: string | null }) {
  const { state, location } = useNavigation();
  const isBusy = state === 'loading' && location.pathname === '/admin/sources/add';
  return (
    <Form method="get" action="/admin/sources/add" className="mt">
      <div className="field">
        <label htmlFor="address-typed">{addressField.label}</label>
        <FieldHints spec={addressField} problem={undefined} />
        <div className="searchbar">
          <input
            className="input"
            id="address-typed"
            name="address"
            type="text"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed}
            required
            aria-describedby={describedBy(addressField, undefined)}
            aria-invalid={problem ? true : undefined}
            key={typed}
          />
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Searching…' : 'Find feed'}
          </button>
        </div>
      </div>
    </Form>
  );
}
