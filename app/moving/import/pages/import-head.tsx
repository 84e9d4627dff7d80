const steps = ['Your files', 'Dry run', 'Import'];

type ImportHeadProps = {
  line: string;
  /** The current step, counted from 0; 3 when all are done, null for none. */
  step: 0 | 1 | 2 | 3 | null;
};

/** The heading of every page of an import, and how far it is. */
export function ImportHead({ line, step }: ImportHeadProps) {
  return (
    <div>
      <header className="mb">
        <h1>Import</h1>
        <p className="muted">{line}</p>
      </header>
      {step === null ? null : (
        <ol className="stages">
          {steps.map((label, at) => (
            <li
              className={at < step ? 'is-done' : undefined}
              aria-current={at === step ? 'step' : undefined}
              key={label}
            >
              {at < step ? <span className="vh">Done: </span> : null}
              {label}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
