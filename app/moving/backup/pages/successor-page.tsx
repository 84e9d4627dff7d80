import { Form, Link, redirect } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ProofNote } from '#app/desk/hub/proof-note.tsx';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { problemsByField } from '#app/platform/forms/field-problems.ts';
import type { FieldSpec, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import styles from '#app/platform/ui/styles/successor.css?url';
import type { Route } from './+types/successor-page';
import { fieldsOfNotes, noMailServer, successorPath } from './successor.ts';
import {
  findNotified,
  findSuccessor,
  type Successor,
  saveSuccessor,
  successorSchema,
} from './successor-store.server.ts';
import { listTownFacts } from './town-documents.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** Explains the town to the person who takes over, on one screen and one sheet; and the form to change it. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const { services, method } = args.context.get(requestContextKey);
  // It says where everything is, and who gets it.
  if (method !== 'POST') await requireRecentProof(services.auth, args.request, successorPath);
  const query = args.url.searchParams;
  const notified = await findNotified(read);
  return {
    successor: await findSuccessor(read),
    facts: await listTownFacts(read, services.settings),
    notified: notified === undefined ? null : formatLongDate(notified, town),
    today: formatLongDate(now, town),
    saved: query.get('saved') === '1',
    sent: query.get('sent') === '1',
    failed: query.get('failed') === '1',
    canSend: services.settings.smtpUrl !== undefined,
    restore: commandLine('restore FILE'),
  };
}

const name: FieldSpec = { name: 'name', label: 'Name', kind: 'line', required: false };
const email: FieldSpec = { name: 'email', label: 'Email address', kind: 'email', required: false };
const afterDays: FieldSpec = {
  name: 'afterDays',
  label: 'Email the instructions',
  kind: 'choice',
  required: true,
  hint: 'If you don’t visit the site for that long, the successor gets this page by email, once. The passphrase and the file are never emailed. Any visit of yours starts the time again.',
  choices: [
    { value: '0', label: 'Only when I ask' },
    { value: '30', label: 'After 30 days without a visit from me' },
    { value: '60', label: 'After 60 days without a visit from me' },
    { value: '90', label: 'After 90 days without a visit from me' },
  ],
};

const hints: Record<(typeof fieldsOfNotes)[number]['name'], string> = {
  contacts: 'Who helps: editors, the town clerk, the person who knows the server.',
  hosting: 'Where the server is, who pays for it, how to log in to it.',
  domain: 'Where the domain is registered, when it expires, whose account it is.',
  mail: 'Which service sends the emails, and whose account it is.',
  costs: 'What is paid, to whom, when, and from where the money comes.',
  notes: 'Anything else. No passwords: put them in a sealed envelope.',
};

const form: FormSpec = [
  [name, email],
  ...fieldsOfNotes.map(({ name: field, label }) => [
    { name: field, label, kind: 'text', required: false, hint: hints[field], rows: 3 } satisfies FieldSpec,
  ]),
  [afterDays],
];

export async function action(args: Route.ActionArgs) {
  const { write, now, services } = writeContext(args);
  const isProved = await hasRecentProof(services.auth, args.request);
  const { values } = await readForm(args.request, form);
  const parsed = successorSchema.safeParse({ ...values, afterDays: Number(values.afterDays) });
  const problems = problemsByField(parsed.error);
  if (parsed.success && parsed.data.afterDays > 0 && parsed.data.email === '')
    problems.email = 'Enter an email address for the instructions';
  const fail = (status: number, unproved = false) => failedForm(status, values, { problems, unproved });
  if (!isProved) return fail(403, true);
  if (!parsed.success || Object.keys(problems).length > 0) return fail(400);
  try {
    await saveSuccessor(write, parsed.data, now);
    await recordActivity(args, 'successor-changed');
  } catch (error) {
    services.log.error({ err: error }, 'the successor could not be saved');
    return fail(503);
  }
  return redirect(`${successorPath}?saved=1`, 303);
}

export default function SuccessorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { successor, facts, notified, today, saved, sent, failed, canSend, restore } = loaderData;
  const typed: FormValues = actionData?.values ?? { ...successor, afterDays: String(successor.afterDays) };
  return (
    <AdminPage
      heading={`Taking over ${useSite().title}`}
      title="Successor"
      parent={{ to: '/admin/backups', label: 'Backups' }}
      about={`For the person who takes over. As of ${today}.`}
      notices={
        <>
          {actionData || failed ? <FailedSave spec={form} problems={actionData?.problems ?? {}} /> : null}
          {actionData?.unproved ? <ProofNote next={successorPath} /> : null}
          {saved && !actionData ? <Alert tone="success">{messages.saved}</Alert> : null}
          {sent && !actionData ? <SentNote canSend={canSend} /> : null}
        </>
      }
    >
      <Sheet successor={successor} facts={facts} restore={restore} />
      <section className="panel no-print" aria-labelledby="send">
        <h2 id="send">Instructions by email</h2>
        <p className="mt">
          {notified
            ? `The instructions were emailed on ${notified}.`
            : 'The instructions have not been emailed. They are also in every backup, as notes.txt.'}
        </p>
        <div className="actions">
          {successor.email ? (
            <Link className="button" to={`${successorPath}/instructions`}>
              Email the instructions now
            </Link>
          ) : (
            <span className="muted">Enter the successor’s email address below first.</span>
          )}
        </div>
      </section>
      <section className="panel form no-print" aria-labelledby="edit">
        <h2 id="edit" className="mb">
          Change this page
        </h2>
        <Form method="post" action={successorPath} noValidate>
          {form.flat().map((spec) => (
            <Field
              spec={spec}
              value={typed[spec.name] ?? ''}
              problem={actionData?.problems[spec.name]}
              key={spec.name}
            />
          ))}
          <div className="actions">
            <button type="submit" className="button button--primary">
              Save
            </button>
          </div>
        </Form>
      </section>
    </AdminPage>
  );
}

function SentNote({ canSend }: { canSend: boolean }) {
  if (canSend) return <Alert tone="success">The instructions are on their way.</Alert>;
  return (
    <Alert tone="warning">{`The instructions were not emailed: ${noMailServer}. The email is a file in the data folder.`}</Alert>
  );
}

type SheetProps = { successor: Successor; facts: { label: string; value: string }[]; restore: string };

/** Who, where, domain, email, costs: also what is printed. What nobody has written down yet is shown as missing. */
function Sheet({ successor, facts, restore }: SheetProps) {
  const who = [successor.name, successor.email].filter(Boolean).join(', ');
  const isOptional = (field: string) => field === 'contacts' || field === 'notes';
  return (
    <section className="panel sheet" aria-labelledby="sheet">
      <h2 id="sheet">The town on one page</h2>
      <dl className="facts facts--quiet mt">
        <Line label="Who takes over" text={who} missing="Not named yet." field="name" />
        {fieldsOfNotes
          .filter(({ name: field }) => successor[field] !== '' || !isOptional(field))
          .map(({ name: field, label }) => (
            <Line
              label={label}
              text={successor[field]}
              missing="Not written down yet."
              field={field}
              key={field}
            />
          ))}
      </dl>
      <h3 className="mt">To bring the site back</h3>
      <ol className="mt">
        <li>Install Belfry on another machine, as its README says.</li>
        <li>Get the newest backup file and its passphrase.</li>
        <li>
          Run <code>{restore}</code>, or open the set-up link of the empty site and choose “Restore from a
          file”.
        </li>
      </ol>
      <h3 className="mt">For the technician</h3>
      <dl className="facts facts--quiet mt">
        {facts.map(({ label, value }) => (
          <Line label={label} text={value} key={label} />
        ))}
      </dl>
    </section>
  );
}

type LineProps = {
  label: string;
  text: string;
  /** What is shown without a text, with a link to the field. */
  missing?: string;
  field?: string;
};

function Line({ label, text, missing, field }: LineProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="lines">
        {text || (
          <>
            <span className="muted">{missing}</span>{' '}
            <a className="no-print" href={`#${field}`}>
              Add<span className="vh"> {label.toLowerCase()}</span>
            </a>
          </>
        )}
      </dd>
    </>
  );
}
