import { data, redirect } from 'react-router';
import { type Topic, topicWords } from '#app/items/reported/report-topics.ts';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import { writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { type FieldSpec, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import correctStyles from '#app/platform/ui/styles/correct.css?url';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { fieldsAsked, readSaid } from '#app/sources/reports/report-edit.server.ts';
import { correctPath, ownReportPath } from '#app/sources/reports/report-paths.ts';
import {
  completeReport,
  findOwnReport,
  type OwnReport,
  withdrawReport,
} from '#app/sources/reports/report-store.server.ts';
import { type SaidField, saidFields } from '#app/sources/reports/said-values.ts';
import type { Route } from './+types/own-report';
import { AboutItem } from './about-item.tsx';
import { requireReportable, type ShownItem } from './load-reported-item.server.ts';
import { readNote } from './sent-report.server.ts';

/** The address is a secret: sent to no one and stored in no cache. */
export const headers = secretAddressHeaders;

export const links = () => [
  { rel: 'stylesheet', href: formStyles },
  { rel: 'stylesheet', href: correctStyles },
];

/** `/correct/{collection}/{id}/report?token=`: a report that was sent, for the reader who sent it. */
export async function loader(args: Route.LoaderArgs) {
  const { town } = writeContext(args);
  const { shown, item, token, report } = await requireOwnReport(args);
  const { topic, note, said, isOpen, outcome, reason } = report;
  const at = Date.parse(String(item.input.eventDate));
  const day = Number.isNaN(at) ? '' : townDayOf(at, town.timeZone);
  return {
    ...{ item: shown, token, topic, note, said, isOpen, outcome, reason },
    fields: fieldsAsked(shown.collection, topic).map(([name]) => name),
    day,
    isSaved: args.url.searchParams.has('saved'),
    siteTitle: town.title,
  };
}

async function requireOwnReport(args: Route.LoaderArgs | Route.ActionArgs) {
  const { write } = writeContext(args);
  const { collection, item, shown } = await requireReportable(args, write);
  const token = new URL(args.request.url).searchParams.get('token') ?? '';
  const report = await findOwnReport(write, { collection: collection.name, id: item.id, token });
  if (!report) throw data(null, { status: 404 });
  return { collection, item, shown, token, report };
}

/** Saves what the reader knows, or with `withdraw` takes the report back. */
export async function action(args: Route.ActionArgs) {
  const { write, town, now, siteUrl } = writeContext(args);
  const { values, names } = await readForm(args.request, [hidden('withdraw', 'note', ...saidFields)]);
  const { collection, item, token, report } = await requireOwnReport(args);
  const place = { collection: collection.name, id: item.id };
  const context = { now, clock: town };
  if (names.includes('withdraw')) {
    const isDone = await withdrawReport(write, collection, { id: item.id, token }, context);
    return redirect(isDone ? `${correctPath(place)}?withdrawn` : ownReportPath(place, token), 303);
  }
  const note = readNote(values.note);
  const { said, problems } = readSaid(collection, report.topic, values, { input: item.input, town, siteUrl });
  if (note.problem || Object.keys(problems).length > 0)
    return failedForm(400, values, { problems: { ...problems, note: note.problem } });
  await completeReport(write, collection, { id: item.id, token, note: note.text, said }, context);
  return redirect(ownReportPath(place, token, '&saved'), 303);
}

export default function OwnReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, topic, isOpen, siteTitle, isSaved } = loaderData;
  const heading = isOpen ? 'Thank you. We’ll check.' : 'An editor has checked this';
  return (
    <main id="main" className="wrap page" data-section={item.collection} tabIndex={-1}>
      <UnlistedHead title={`${isOpen ? 'Thank you' : heading} | ${siteTitle}`} />
      <div className="reading">
        <header className="page-head">
          <h1>{heading}</h1>
        </header>
        {isOpen && !actionData ? (
          <Alert tone="success">
            {isSaved ? 'Thank you. We have the details.' : `Reported: ${reportedWords(item, topic)}.`}
          </Alert>
        ) : null}
        <AboutItem item={item} />
        {isOpen ? (
          <>
            <Details {...loaderData} failed={actionData} />
            <form method="post" action={ownReportPath(item, loaderData.token)} className="mt">
              <button type="submit" className="button button--small" name="withdraw" value="yes">
                <Icon name="undo" />
                My mistake: withdraw report
              </button>
            </form>
          </>
        ) : (
          <Decided {...loaderData} />
        )}
      </div>
    </main>
  );
}

/** 'wrong day or time'. */
function reportedWords({ collection }: ShownItem, topic: Topic): string {
  const { short } = topicWords(collection, topic);
  return short.charAt(0).toLowerCase() + short.slice(1);
}

const outcomes = {
  applied: 'It is corrected. Thank you for telling us.',
  edited: 'It was changed since. Thank you for telling us.',
  kept: 'No change was needed. Thank you for looking out.',
};

function Decided({ outcome, reason, item }: Pick<OwnReport, 'outcome' | 'reason'> & { item: ShownItem }) {
  return (
    <>
      <p>{outcomes[outcome ?? 'edited']}</p>
      {reason ? <p className="lines mt">{reason}</p> : null}
      <p className="actions">
        <a href={item.href}>Back to the {item.singular}</a>
      </p>
    </>
  );
}

type DetailsProps = Pick<
  Route.ComponentProps['loaderData'],
  'item' | 'token' | 'topic' | 'note' | 'said' | 'fields' | 'day'
> & {
  failed: Route.ComponentProps['actionData'];
};

/** What the reader knows, all of it optional. */
function Details({ item, token, topic, note, said, fields, day, failed }: DetailsProps) {
  const values = failed?.values ?? { eventDate: day, ...said, note };
  const problems = failed?.problems ?? {};
  const inputs = fields.map((name) => (
    <Field
      spec={specOf(item.collection, name)}
      value={values[name] ?? ''}
      problem={problems[name]}
      key={name}
    />
  ));
  return (
    <>
      <h2 className="mt">
        {fields.length > 0 ? 'Do you know the correct details?' : 'Can you tell us more?'}
      </h2>
      <p className="muted">If not, leave this blank. We have your report either way.</p>
      <form method="post" action={ownReportPath(item, token)} className="mt">
        {inputs.length > 1 ? <div className="fields">{inputs}</div> : inputs}
        <Field spec={noteSpec(topic)} value={values.note} problem={problems.note} />
        <p className="actions">
          <button type="submit" className="button button--primary">
            Send details
          </button>
          <a href={item.href}>Back to the {item.singular}</a>
        </p>
      </form>
    </>
  );
}

function specOf(collection: string, name: SaidField): FieldSpec {
  const isBusiness = collection === 'businesses';
  const specs: Record<SaidField, Pick<FieldSpec, 'label' | 'kind'>> = {
    eventDate: { label: 'Correct date', kind: 'date' },
    eventTime: isBusiness
      ? { label: 'Correct opening hours', kind: 'line' }
      : { label: 'Correct time', kind: 'time' },
    eventLocation: { label: isBusiness ? 'Correct address' : 'Correct place', kind: 'line' },
    link: { label: isBusiness ? 'Correct website' : 'Correct link', kind: 'url' },
  };
  return { name, required: false, ...specs[name] };
}

function noteSpec(topic: Topic): FieldSpec {
  const shared = { name: 'note', kind: 'text', required: false, rows: topic === 'other' ? 4 : 2 } as const;
  return topic === 'other'
    ? { ...shared, label: 'What’s wrong?' }
    : { ...shared, label: 'How do you know?', hint: 'A poster, a phone call, a web page' };
}
