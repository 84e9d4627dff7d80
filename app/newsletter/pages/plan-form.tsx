import type { FieldKind, FieldSpec, ValuesOf } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { CardChoices } from '#app/sources/pages/settings-fields.tsx';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';

type PlanProps = {
  values: PlanValues;
  problems: Record<string, string>;
  /** The name without one of its own. */
  usualName: string;
  /** A signing key is stored; it is not shown. */
  hasKey: boolean;
  /** The address of webhooks, without the provider. */
  webhooks: string;
};

/** The fields of the newsletter's settings. */
export function PlanForm({ values, problems, usualName, hasKey, webhooks }: PlanProps) {
  const shown = (spec: FieldSpec) => (
    <Field
      spec={spec}
      value={values[spec.name as keyof PlanValues]}
      problem={problems[spec.name]}
      key={spec.name}
    />
  );
  return (
    <>
      {shown(nameField(usualName))}
      {shown(postalField)}
      <fieldset className="panel field">
        <legend>Schedule</legend>
        {shown(weeklyField)}
        <div className="fields">
          {shown(weekdayField)}
          {shown(weeklyTimeField)}
        </div>
        {shown(dailyField)}
        {shown(dailyTimeField)}
        <CardChoices
          spec={reviewField}
          choices={reviewChoices}
          value={values.review}
          problem={problems.review}
        />
        {shown(aheadField)}
      </fieldset>
      <fieldset className="panel field">
        <legend>Speed</legend>
        <div className="fields">{rateFields.map(shown)}</div>
      </fieldset>
      <fieldset className="panel field">
        <legend>Bounces and complaints</legend>
        {bounceFields.map(shown)}
        {shown(providerField)}
        <KeyField problem={problems.key} hasKey={hasKey} />
        <p className="small">
          At the provider, enter this address for bounces and complaints:{' '}
          <code>
            {webhooks}
            {values.provider || 'PROVIDER'}
          </code>
          {values.provider ? null : ', with the provider’s name after you have chosen and saved it'}
        </p>
      </fieldset>
    </>
  );
}

/** The key is a secret: it can be replaced, but is never shown. */
function KeyField({ problem, hasKey }: { problem: string | undefined; hasKey: boolean }) {
  const field = {
    name: 'key',
    hint: `${keyHint} ${hasKey ? 'One is stored. Leave this empty to keep it.' : ''}`,
  };
  return (
    <div className="field">
      <label htmlFor="key">
        Signing key <span className="optional">(optional)</span>
      </label>
      <FieldHints spec={field} problem={problem} />
      <input
        className="input"
        id="key"
        name="key"
        type="password"
        autoComplete="off"
        aria-describedby={describedBy(field, problem)}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const field = <const Name extends string, const Kind extends FieldKind>(
  name: Name,
  label: string,
  kind: Kind,
  more: Omit<Partial<FieldSpec>, 'name' | 'kind'> = {},
) => ({ name, label, kind, required: false, ...more });

const name = field('name', 'Name of the newsletter', 'line');

export const nameField = (usual: string) => ({ ...name, hint: `Without one, it is “${usual}”.` });

export const weeklyField = field('weeklyOn', 'Send an issue each week', 'check');

export const weekdayField = field('weekday', 'Day', 'choice', {
  required: true,
  choices: weekdays.map((label, at) => ({ value: String(at + 1), label })),
});

export const dailyField = field(
  'dailyOn',
  'Send an issue each day on which there is something new',
  'check',
  {
    hint: 'To subscribers who chose the daily newsletter. The weekly issue then goes to all others.',
  },
);

export const reviewField = field('review', 'Review', 'radio', {
  required: true,
  hint: 'A weekly issue is ready for review a day before it is sent, a daily one two hours before. You get an email.',
});

export const reviewChoices: { value: NewsletterPlan['review']; label: string; hint: string }[] = [
  {
    value: 'wait-skip',
    label: 'Wait for your OK, and skip the issue without it',
    hint: 'Nothing goes out that nobody has looked at.',
  },
  {
    value: 'wait-send',
    label: 'Wait for your OK, and send the issue anyway without it',
    hint: 'You can look at it and change it until it is sent.',
  },
  { value: 'none', label: 'Send without review', hint: 'Each issue is sent at its time.' },
];

export const aheadField = field('ahead', 'Days of events', 'number', {
  required: true,
  hint: 'How many days of events an issue lists, from the day on which it is sent. From 1 to 31.',
});

export const postalField = field('postalAddress', 'Postal address', 'line', {
  hint: 'Shown at the bottom of each issue. Laws of many countries require it.',
});

export const rateFields = [
  field('perMinute', 'Emails per minute', 'number', {
    required: true,
    hint: 'At most, for all subscribers. Your mail provider can tell you its limit.',
  }),
  field('perDomainPerMinute', 'Per minute and domain', 'number', {
    required: true,
    hint: 'At most to addresses of one domain, such as gmail.com.',
  }),
];

export const bounceFields = [
  field('bounceAddress', 'Address for bounces', 'email', {
    hint: 'Where mail servers return what they can’t deliver. Without one, it is the sender’s. Set IMAP_URL so that Belfry reads that mailbox.',
  }),
  field('verp', 'Put a tag into the return address of each email', 'check', {
    hint: 'Then even vague bounces are recognized. Your mail server must accept addresses like news+tag@example.org.',
  }),
];

const providers = [
  { value: '', label: 'None' },
  { value: 'mailgun', label: 'Mailgun' },
  { value: 'sendgrid', label: 'SendGrid' },
  { value: 'postmark', label: 'Postmark' },
  { value: 'ses', label: 'Amazon SES' },
  { value: 'resend', label: 'Resend' },
];

export const providerField = field('provider', 'Mail provider', 'choice', {
  required: true,
  choices: providers,
  hint: 'If you send through one of these, it can report bounces and complaints to Belfry at once.',
});

export const keyHint =
  'Mailgun: the HTTP webhook signing key. SendGrid: the verification key. Resend: the signing secret. Postmark: user:password, as in the address that you enter there. Amazon SES: the ARN of the SNS topic.';

export const weeklyTimeField = field('weeklyTime', 'Time of the weekly issue', 'time', { required: true });

export const dailyTimeField = field('dailyTime', 'Time of the daily issue', 'time', { required: true });

export const planForm = [
  [name, weeklyField],
  [weekdayField, weeklyTimeField],
  [dailyField, dailyTimeField],
  [reviewField, aheadField, postalField],
  rateFields,
  bounceFields,
  [providerField, field('key', 'Signing key', 'password')],
];

/** What was typed; a box that is not checked is ''. */
export type PlanValues = ValuesOf<typeof planForm>;
