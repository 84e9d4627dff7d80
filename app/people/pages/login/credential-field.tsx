import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import type { FieldSpec, FormSpec } from '#app/platform/forms/field-spec.ts';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';

type CredentialFieldProps = {
  spec: FieldSpec;
  problem?: string | undefined;
  value?: string | undefined;
  readOnly?: boolean | undefined;
  /** Has the focus when the page has loaded. */
  isFirst?: boolean | undefined;
};

/**
 * An input of an account form. Not validated in the browser beyond the email input's own type (spec section 5): the
 * server does it.
 */
export function CredentialField({ spec, problem, value, readOnly, isFirst }: CredentialFieldProps) {
  const { name, label, kind, choices } = spec;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <FieldHints spec={spec} problem={problem} />
      <input
        className="input"
        id={name}
        name={name}
        type={kind === 'email' || kind === 'password' ? kind : 'text'}
        autoComplete={spec.fill ?? 'off'}
        defaultValue={value}
        readOnly={readOnly}
        list={choices ? `${name}-choices` : undefined}
        aria-required={spec.required || undefined}
        // biome-ignore lint/a11y/noAutofocus: the page has only this form
        autoFocus={isFirst}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(spec, problem)}
      />
      {choices ? (
        <datalist id={`${name}-choices`}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} />
          ))}
        </datalist>
      ) : null}
    </div>
  );
}

type CredentialFieldsProps = { form: FormSpec; failed?: FailedForm<object> | undefined };

/** The inputs of a form. If it was not accepted, as typed, except for passwords. */
export function CredentialFields({ form, failed }: CredentialFieldsProps) {
  const typed: Record<string, string | undefined> = { ...failed?.values };
  return form
    .flat()
    .map((spec) => (
      <CredentialField
        key={spec.name}
        spec={spec}
        value={spec.kind === 'password' ? undefined : typed[spec.name]}
        problem={failed?.problems[spec.name]}
      />
    ));
}
