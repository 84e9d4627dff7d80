import { Form } from 'react-router';
import type { FieldProblems, FormSpec } from '#app/forms/field-spec.ts';
import { FailedSave } from './failed-save.tsx';
import { ProblemList } from './problem-list.tsx';
import { ProofNote } from './proof-note.tsx';

/** As in the form; `recipients` separated by spaces. */
export type TypedPlan = { every: string; keep: string; folder: string; recipients: string };

/** The problems, by field; `bucket` is set by the environment, not here. */
export type PlanProblems = Partial<Record<keyof TypedPlan | 'bucket', string>>;

/** `keys` is the button that creates a key pair instead of saving. */
export const planForm: FormSpec = [
  [{ name: 'every', label: 'How often', kind: 'line', required: true }],
  [{ name: 'keep', label: 'How many to keep', kind: 'line', required: true }],
  [{ name: 'folder', label: 'Folder for second copies', kind: 'line', required: false }],
  [{ name: 'recipients', label: 'Public keys for encryption', kind: 'line', required: false }],
  [{ name: 'keys', label: 'Create a key pair', kind: 'line', required: false }],
];

/** Says that the plan was not saved, and why. */
export function UnsavedPlan({ problems }: { problems: PlanProblems }) {
  return (
    <FailedSave>
      <ProblemList spec={planForm} problems={problems as FieldProblems} />
    </FailedSave>
  );
}

type Props = { plan: TypedPlan; problems: PlanProblems; bucket: string | null; isUnproved: boolean };

const choices = [
  { value: 'night', words: 'Every night at 3 AM' },
  { value: 'hour', words: 'Every hour' },
  { value: 'off', words: 'Off' },
];

/** When backups are made automatically, how many are kept, where second copies go and who can open them. */
export function BackupPlanForm({ plan, problems, bucket, isUnproved }: Props) {
  return (
    <section className="panel form" aria-labelledby="plan">
      <h2 id="plan" className="mb">
        Schedule
      </h2>
      {isUnproved ? <ProofNote next="/admin/settings/backups" /> : null}
      <Form method="post" noValidate>
        <div className="field">
          <label htmlFor="every">How often</label>
          <select id="every" name="every" className="input" defaultValue={plan.every}>
            {choices.map(({ value, words }) => (
              <option value={value} key={value}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <Line name="keep" label="How many to keep" value={plan.keep} problem={problems.keep}>
          Older scheduled backups are deleted.
        </Line>
        <Line name="folder" label="Folder for second copies" value={plan.folder} problem={problems.folder}>
          Enter the full path of a folder on another disk or machine. The service from the hosting guide can
          write to /mnt/belfry. To use another folder, add it to ReadWritePaths in belfry.service. The folder
          is tested when you save. Leave this empty for no second copies.
        </Line>
        {bucket ? <BucketNote bucket={bucket} problem={problems.bucket} /> : null}
        <Line
          name="recipients"
          label="Public keys for encryption"
          value={plan.recipients}
          problem={problems.recipients}
        >
          With a public key (age1…), scheduled backups and their copies are encrypted, and only the matching
          secret key can open them. Separate several keys with spaces. Don’t enter a secret key or a
          passphrase. The server doesn’t need one to encrypt.
        </Line>
        <div className="actions">
          <button type="submit" className="button button--primary">
            Save
          </button>
          <button type="submit" className="button" name="keys" value="new">
            Create a key pair
          </button>
        </div>
      </Form>
    </section>
  );
}

/** Shown with the fields, read-only: the environment sets it. */
function BucketNote({ bucket, problem }: { bucket: string; problem: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor="bucket">Bucket for second copies</label>
      <span className="hint" id="bucket-hint">
        Set in <code>BACKUP_BUCKET_URL</code>, not here. It is tested when you save.
      </span>
      {problem ? (
        <span className="error" id="bucket-problem">
          {problem}
        </span>
      ) : null}
      <input
        id="bucket"
        className="input"
        value={bucket}
        readOnly
        aria-describedby={problem ? 'bucket-hint bucket-problem' : 'bucket-hint'}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}

type LineProps = {
  name: string;
  label: string;
  value: string;
  problem: string | undefined;
  children: string;
};

function Line({ name, label, value, problem, children }: LineProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <span className="hint" id={`${name}-hint`}>
        {children}
      </span>
      {problem ? (
        <span className="error" id={`${name}-problem`}>
          {problem}
        </span>
      ) : null}
      <input
        id={name}
        name={name}
        className="input"
        defaultValue={value}
        aria-describedby={problem ? `${name}-hint ${name}-problem` : `${name}-hint`}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}
