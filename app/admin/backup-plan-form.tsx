import { Form } from 'react-router';
import { ProofNote } from './proof-note.tsx';

type Typed = { every: string; keep: string; folder: string };

type Props = { plan: Typed; problems: Partial<Record<keyof Typed, string>>; isUnproved: boolean };

const choices = [
  { value: 'night', words: 'Every night at 3' },
  { value: 'hour', words: 'Every hour' },
  { value: 'off', words: 'Never by itself' },
];

/** When backups are made by themselves, how many of those are kept, and where a second copy goes. */
export function BackupPlanForm({ plan, problems, isUnproved }: Props) {
  return (
    <section className="panel form" aria-labelledby="plan">
      <h2 id="plan" className="mb">
        Plan
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
          Older ones made by this plan are removed.
        </Line>
        <Line name="folder" label="Second place" value={plan.folder} problem={problems.folder}>
          The full path of a folder on another disk or machine. Empty for none.
        </Line>
        <div className="actions">
          <button type="submit" className="button button--primary">
            Save
          </button>
        </div>
      </Form>
    </section>
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
