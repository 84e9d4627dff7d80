import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { UploadForm } from '#app/platform/ui/upload/upload-form.tsx';
import { ExportHelp } from './export-help.tsx';
import { FileInput } from './import-files-field.tsx';
import type { StartState } from './start-state.ts';
import { MOST_FILE_BYTES, type System, systems } from './systems.ts';

/** Where the content is, and its files. Only the chosen system's files are shown, by CSS. */
export function StartForm({ state: given }: { state: StartState }) {
  const [refused, setRefused] = useState<StartState | null>(null);
  // With JavaScript, files that were chosen for another system are not sent.
  const [from, setFrom] = useState<string | null>(null);
  useEffect(() => setFrom(given.from), [given.from]);
  const state = refused ?? given;
  const { problems } = state;
  return (
    <UploadForm
      action="/admin/move-in"
      upload="/admin/move-in/upload"
      maxFileBytes={MOST_FILE_BYTES}
      onRefused={setRefused}
      className="mt move-in-start"
    >
      {(isSending) => (
        <>
          {Object.keys(problems).length > 0 ? (
            <Alert tone="danger" key={JSON.stringify(problems)}>
              {problems.form ?? 'The dry run was not started. Check the fields below.'}
            </Alert>
          ) : null}
          <input type="hidden" name="kept" value={state.kept} />
          <input type="hidden" name="instead" value={state.instead} />
          <fieldset className="field">
            <legend>Where is your content now?</legend>
            {systems.map(({ name, label, hint }) => (
              <label className="choice" key={name}>
                <input
                  type="radio"
                  name="from"
                  value={name}
                  defaultChecked={name === state.from}
                  onChange={() => setFrom(name)}
                />
                <span>
                  {label}
                  <span className="hint">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {systems.map((system) => (
            <SystemFields
              system={system}
              state={state}
              isDisabled={from !== null && system.name !== from}
              key={system.name}
            />
          ))}
          <div className="mt alert is-info">
            <Icon name="info" />
            <p className="grow light">
              Your files stay on this server and are deleted 7 days after the import. Each can have up to 2
              GB. Copy larger ones to the server and use <code>belfry move-in</code>.
            </p>
          </div>
          {isSending ? null : (
            <div className="actions">
              <button type="submit" className="button button--primary">
                Start dry run
              </button>
              <Link className="button" to="/admin">
                Cancel
              </Link>
            </div>
          )}
        </>
      )}
    </UploadForm>
  );
}

type SystemFieldsProps = { system: System; state: StartState; isDisabled: boolean };

function SystemFields({ system, state, isDisabled }: SystemFieldsProps) {
  const { name, label, fields } = system;
  return (
    <fieldset className="panel panel--plain field" data-from={name} disabled={isDisabled}>
      <legend>{name === 'files' ? 'Your files' : `Files from ${label}`}</legend>
      <ExportHelp system={name} />
      {fields.map((field) => (
        <FileInput
          field={field}
          kept={state.files.filter((file) => file.field === field.name)}
          problem={state.problems[field.name]}
          key={field.name}
        />
      ))}
      {name === 'firebase' ? <HashField value={state.hash} problem={state.problems.hash} /> : null}
    </fieldset>
  );
}

function HashField({ value, problem }: { value: string; problem: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor="hash">
        Password settings <span className="optional">(optional)</span>
      </label>
      <span className="hint" id="hash-hint">
        Signer key, salt separator, rounds and memory cost, as shown in the console. Without them, people
        reset their password by email.
      </span>
      {problem ? (
        <span className="error" id="hash-error">
          {problem}
        </span>
      ) : null}
      <textarea
        className="input"
        id="hash"
        name="hash"
        rows={3}
        maxLength={10_000}
        spellCheck={false}
        autoComplete="off"
        defaultValue={value}
        aria-describedby={problem ? 'hash-hint hash-error' : 'hash-hint'}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}
