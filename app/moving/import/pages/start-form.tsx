import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { sizeWords } from '#app/platform/ui/upload/size-words.ts';
import { FileField } from '#app/platform/ui/upload/upload-field.tsx';
import { UploadForm } from '#app/platform/ui/upload/upload-form.tsx';
import type { StartState } from './start-import.server.ts';
import { type FileField as FileSpec, MOST_FILE_BYTES, type System, systems } from './systems.ts';

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

type FileInputProps = {
  field: FileSpec;
  /** The files of this field that are on the server already. */
  kept: { name: string; bytes: number }[];
  problem: string | undefined;
};

/** An input for the files of another system, with what was uploaded before. */
function FileInput({
  field: { name, label, hint, accept, isOptional, multiple },
  kept,
  problem,
}: FileInputProps) {
  const files = kept.map((file) => `${file.name} (${sizeWords(file.bytes)})`).join(', ');
  return (
    <FileField
      name={name}
      label={label}
      hint={hint}
      accept={accept}
      multiple={multiple}
      isOptional={isOptional === true}
      maxBytes={MOST_FILE_BYTES}
      problem={problem}
      note={files && `${files}: already uploaded. Choose again only to replace it.`}
    />
  );
}

/** How to get the files out of the old system. Open without JavaScript, too. */
function ExportHelp({ system }: { system: System['name'] }) {
  return (
    <details className="fold mb">
      <summary>
        {system === 'files' ? 'Which files can be read' : 'How to export these files, step by step'}
      </summary>
      <div className="fold__body small">{help[system]}</div>
    </details>
  );
}

const help: Record<System['name'], ReactNode> = {
  firebase: (
    <>
      <p>On a computer with Node.js, as someone who can administer the Firebase project:</p>
      <ol className="steps mt">
        <li>
          In the Firebase console, open Project settings → Service accounts and click “Generate new private
          key”. Save the file as <code>key.json</code>. Delete it when you are done.
        </li>
        <li>
          Export Firestore:{' '}
          <code>
            npx -p node-firestore-import-export firestore-export --accountCredentials key.json --backupFile
            firestore.json
          </code>
        </li>
        <li>
          Export the accounts: <code>npx firebase-tools login</code>, then{' '}
          <code>npx firebase-tools auth:export auth_export.json --project YOUR-PROJECT</code>
        </li>
        <li>
          For the password settings, open Authentication → Users in the console, click the three dots above
          the list and choose “Password hash parameters”. Copy everything between the braces.
        </li>
      </ol>
      <p className="mt">
        The managed export of Google Cloud (<code>gcloud firestore export</code>) works, too. Download its
        folder and send it as a .zip.
      </p>
    </>
  ),
  wordpress: (
    <>
      <ol className="steps">
        <li>Log in to WordPress as an administrator and open Tools → Export.</li>
        <li>Choose “All content” and click “Download Export File”. You get one or more XML files.</li>
        <li>
          Pictures are copied from the old site, which must be online during the import. If it is not, send
          the folder <code>wp-content/uploads</code> as a .zip. Your host’s file manager can create it.
        </li>
      </ol>
      <p className="mt">
        Events of The Events Calendar come with “All content”. Comments and menus are left out. On
        WordPress.com, the same page is under Tools → Export → Export content → Export all.
      </p>
    </>
  ),
  ghost: (
    <ol className="steps">
      <li>In Ghost Admin, open Settings → Advanced → Import/Export.</li>
      <li>
        Under Export, click “Content &amp; settings”. You get a JSON file with the posts, pages, tags and
        authors.
      </li>
      <li>
        For subscribers, open Members, click the gear and choose “Export all members”. You get a CSV file.
      </li>
      <li>
        Pictures are copied from the old site, which must be online during the import. If it is not, send the
        folder <code>content/images</code> of the server as a .zip.
      </li>
    </ol>
  ),
  files: (
    <ul className="bullets">
      <li>Feeds and their archive pages: RSS, Atom or JSON Feed</li>
      <li>Calendars: .ics, from Google Calendar, Outlook or Apple Calendar</li>
      <li>Spreadsheets: saved as .csv. You say on the next page which column is what</li>
      <li>Lists of feeds to follow: .opml</li>
      <li>
        The export of another Belfry: <code>belfry export FOLDER</code>, as a .zip of the folder. A backup
        (.belfry) replaces a whole site and is not imported: use <code>belfry restore</code>
      </li>
      <li>Any of these in a .zip, .gz or .tar, together with their pictures</li>
    </ul>
  ),
};
