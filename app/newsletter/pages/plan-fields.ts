/** The form of the newsletter's settings. */
import type { FieldKind, FieldSpec, ValuesOf } from '#app/platform/forms/field-spec.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';

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
