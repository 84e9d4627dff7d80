/** An input of an account form. `mayFill` tells a password manager what belongs there; `choices` are suggestions. */
type CredentialFieldProps = {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  mayFill: 'off' | 'name' | 'email' | 'email webauthn' | 'current-password' | 'new-password';
  hint?: string | undefined;
  problem?: string | undefined;
  value?: string | undefined;
  readOnly?: boolean | undefined;
  choices?: string[] | undefined;
  isOptional?: boolean | undefined;
  /** Has the focus when the page has loaded. */
  isFirst?: boolean | undefined;
};

/** Not validated in the browser beyond the email input's own type (spec section 5): the server does it. */
export function CredentialField({
  name,
  label,
  type,
  mayFill,
  hint,
  problem,
  value,
  readOnly,
  choices,
  isOptional,
  isFirst,
}: CredentialFieldProps) {
  const notes = [hint ? `${name}-hint` : '', problem ? `${name}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint ? (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      {problem ? (
        <span className="error" id={`${name}-error`}>
          {problem}
        </span>
      ) : null}
      <input
        className="input"
        id={name}
        name={name}
        type={type}
        autoComplete={mayFill}
        defaultValue={value}
        readOnly={readOnly}
        list={choices ? `${name}-choices` : undefined}
        aria-required={isOptional ? undefined : true}
        // biome-ignore lint/a11y/noAutofocus: the page has only this form
        autoFocus={isFirst}
        aria-invalid={problem ? true : undefined}
        aria-describedby={notes || undefined}
      />
      {choices ? (
        <datalist id={`${name}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ) : null}
    </div>
  );
}
