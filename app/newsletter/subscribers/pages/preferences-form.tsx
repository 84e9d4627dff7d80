import type { ScheduleWords } from '#app/newsletter/subscribers/schedule-words.ts';
import type { Preferences } from '#app/newsletter/subscribers/subscriber.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { preferencesPath } from '#app/town/newsletter/newsletter-paths.ts';
import { type Topic, topics } from '#app/town/newsletter/newsletter-plan.ts';

type PreferencesFormProps = {
  token: string;
  name: string;
  schedule: ScheduleWords;
  /** The address is that of an account. */
  isMember: boolean;
  values: Preferences & { email: string };
  problems: FieldProblems | undefined;
};

const topicWords: Record<Topic, string> = {
  stories: 'Stories',
  events: 'Events',
  polls: 'Polls',
  urgent: 'Urgent notices, at any hour',
};

/** What a subscriber gets, how often and where. */
export function PreferencesForm({ token, name, schedule, isMember, values, problems }: PreferencesFormProps) {
  const often = [
    {
      value: 'weekly',
      label: 'Once a week',
      hint: schedule.weekly ? `${name}, ${schedule.weekly}` : name,
    },
    {
      value: 'daily',
      label: 'Every day',
      hint: schedule.daily
        ? `${schedule.daily}, only when there’s something new`
        : 'Not available at the moment: until it is, you get the weekly email',
    },
  ];
  return (
    <form method="post" action={preferencesPath(token)}>
      <fieldset className="field">
        <legend>How often</legend>
        {often.map(({ value, label, hint }) => (
          <label className="choice" key={value}>
            <input type="radio" name="frequency" value={value} defaultChecked={values.frequency === value} />
            <span>
              {label}
              <span className="hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="field" aria-describedby={problems?.topics ? 'topics-error' : undefined}>
        <legend>What’s in it</legend>
        {problems?.topics ? (
          <span className="error" id="topics-error">
            {problems.topics}
          </span>
        ) : null}
        {topics.map((topic) => (
          <label className="check" key={topic}>
            <input
              type="checkbox"
              name="topics"
              value={topic}
              defaultChecked={values.topics.includes(topic)}
            />
            <span>{topicWords[topic]}</span>
          </label>
        ))}
      </fieldset>
      <AddressField email={values.email} isMember={isMember} problem={problems?.email} />
      <div className="actions">
        <button type="submit" className="button button--primary">
          Save
        </button>
      </div>
    </form>
  );
}

type AddressProps = { email: string; isMember: boolean; problem: string | undefined };

function AddressField({ email, isMember, problem }: AddressProps) {
  const hint = `You’ll need to confirm a new address before it takes effect.${isMember ? ' Your account keeps its address.' : ''}`;
  const field = { name: 'email', hint };
  return (
    <div className="field">
      <label htmlFor="email">Address</label>
      <FieldHints spec={field} problem={problem} />
      <input
        className="input"
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={email}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(field, problem)}
      />
    </div>
  );
}
