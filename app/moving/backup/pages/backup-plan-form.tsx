import { Form } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { ProofNote } from '#app/desk/hub/proof-note.tsx';
import type { FieldProblems, FieldSpec, FormSpec } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';

/** As in the form; `recipients` separated by spaces. */
export type TypedPlan = { every: string; keep: string; folder: string; recipients: string };

/** The problems, by field; `bucket` is set by the environment, not here. */
export type PlanProblems = Partial<Record<keyof TypedPlan | 'bucket', string>>;

const every: FieldSpec = {
  name: 'every',
  label: 'How often',
  kind: 'choice',
  required: true,
  choices: [
    { value: 'night', label: 'Every night at 3 AM' },
    { value: 'hour', label: 'Every hour' },
    { value: 'off', label: 'Off' },
  ],
};

const keep: FieldSpec = {
  name: 'keep',
  label: 'How many to keep',
  kind: 'line',
  required: true,
  hint: 'Older scheduled backups are deleted.',
};

const folder: FieldSpec = {
  name: 'folder',
  label: 'Folder for second copies',
  kind: 'line',
  required: false,
  hint: 'Enter the full path of a folder on another disk or machine. The service from the hosting guide can write to /mnt/belfry. To use another folder, add it to ReadWritePaths in belfry.service. The folder is tested when you save.',
};

const recipients: FieldSpec = {
  name: 'recipients',
  label: 'Public keys for encryption',
  kind: 'line',
  required: false,
  hint: 'With a public key (age1…), scheduled backups and their copies are encrypted, and only the matching secret key can open them. Separate several keys with spaces. Don’t enter a secret key or a passphrase. The server doesn’t need one to encrypt.',
};

/** `keys` is the button that creates a key pair instead of saving. */
export const planForm: FormSpec = [
  [every],
  [keep],
  [folder],
  [recipients],
  [{ name: 'keys', label: 'Create a key pair', kind: 'line', required: false }],
];

/** Says that the plan was not saved, and why. */
export function UnsavedPlan({ problems }: { problems: PlanProblems }) {
  return <FailedSave spec={planForm} problems={problems as FieldProblems} />;
}

type Props = { plan: TypedPlan; problems: PlanProblems; bucket: string | null; isUnproved: boolean };

/** When backups are made automatically, how many are kept, where second copies go and who can open them. */
export function BackupPlanForm({ plan, problems, bucket, isUnproved }: Props) {
  const isUsed = [plan.folder, plan.recipients, bucket, ...Object.values(problems)].some(Boolean);
  return (
    <section className="panel form" aria-labelledby="plan">
      <h2 id="plan" className="mb">
        Schedule
      </h2>
      {isUnproved ? <ProofNote next="/admin/backups" /> : null}
      <Form method="post" noValidate>
        <Field spec={every} value={plan.every} problem={problems.every} />
        <Field spec={keep} value={plan.keep} problem={problems.keep} />
        <details className="fold mt" open={isUsed}>
          <summary>Second copies and encryption</summary>
          <div className="fold__body">
            <Field spec={folder} value={plan.folder} problem={problems.folder} />
            {bucket ? <BucketNote bucket={bucket} problem={problems.bucket} /> : null}
            <Field spec={recipients} value={plan.recipients} problem={problems.recipients} />
          </div>
        </details>
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
