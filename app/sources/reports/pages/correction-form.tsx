import { data, redirect } from 'react-router';
import { listTopics, readTopic, type Topic, topicWords } from '#app/items/reported/report-topics.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon, type IconName } from '#app/platform/ui/icon.tsx';
import correctStyles from '#app/platform/ui/styles/correct.css?url';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { readSaid } from '#app/sources/reports/report-edit.server.ts';
import { correctPath, ownReportPath } from '#app/sources/reports/report-paths.ts';
import { addReport } from '#app/sources/reports/report-store.server.ts';
import { type SaidField, saidFields } from '#app/sources/reports/said-values.ts';
import {
  countPublicForm,
  createFormToken,
  judgePublicForm,
} from '#app/sources/suggestions/form-guard.server.ts';
import type { Route } from './+types/correction-form';
import { AboutItem } from './about-item.tsx';
import { requireReportable, type ShownItem } from './load-reported-item.server.ts';
import { networkNameOf, readNote } from './sent-report.server.ts';

export const links = () => [
  { rel: 'stylesheet', href: formStyles },
  { rel: 'stylesheet', href: correctStyles },
];

/** `/correct/{collection}/{id}`: what is wrong with a public item, in two taps. */
export async function loader(args: Route.LoaderArgs) {
  const { write, town, readOnly } = writeContext(args);
  const { shown } = await requireReportable(args, write);
  const page = {
    item: shown,
    token: createFormToken(args),
    isWithdrawn: args.url.searchParams.has('withdrawn'),
    closed: readOnly?.sentence,
    siteTitle: town.title,
  };
  return data(page, { headers: PRIVATE });
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders;
}

const PRIVATE = { 'Cache-Control': 'private, no-store' };

type Values = { [F in 'wrong' | 'note' | SaidField]: string };

/** `wait`: the form was sent at once, and can be sent in a moment. `thanks`: a program was thanked, for nothing. */
type Step = 'choose' | 'wait' | 'thanks';

/** Sends the report. What a program already knows to be right can come with it. */
export async function action(args: Route.ActionArgs) {
  const { write, town, now, siteUrl } = writeContext(args);
  const { values: typed } = await readForm(args.request, [
    hidden('wrong', 'note', 'opened', 'website', ...saidFields),
  ]);
  const { opened, website: trap, ...values } = typed;
  const { collection, item } = await requireReportable(args, write);
  const respond = (status: number, more: Partial<Again>, headers: Record<string, string> = PRIVATE) =>
    failedForm({ status, headers }, values, {
      ...{ step: 'choose' as Step, token: createFormToken(args, opened) },
      ...more,
    });
  const topic = readTopic(values.wrong);
  if (!topic || !listTopics(collection.name).includes(topic))
    return respond(400, { reason: 'Choose what’s wrong.' });
  const note = readNote(values.note);
  const { said, problems } = readSaid(collection, topic, values, { input: item.input, town, siteUrl });
  const [problem = note.problem] = Object.values(problems);
  if (problem) return respond(400, { reason: `${problem}.` });
  const verdict = await judgePublicForm(args, { token: opened, trap });
  if (verdict.kind === 'trapped') return respond(200, { step: 'thanks' });
  if (verdict.kind === 'full') return respond(503, { reason: FULL }, retryAfter(verdict.retryMs));
  if (verdict.kind === 'early') return respond(422, { step: 'wait', token: createFormToken(args) });
  if (verdict.kind === 'stale') return respond(422, { reason: STALE, token: createFormToken(args) });
  const waitMs = await countPublicForm(args, { token: opened });
  if (waitMs > 0) {
    await recordActivity(args, 'held-back', '/correct');
    return respond(429, { reason: HELD_BACK }, retryAfter(waitMs));
  }
  const place = { collection: collection.name, id: item.id };
  const network = networkNameOf(args, place);
  const sent = { id: item.id, topic, note: note.text, said, network };
  const secret = await addReport(write, collection, sent, { now, clock: town });
  if (secret === undefined) throw data(null, { status: 404 });
  return redirect(ownReportPath(place, secret), { status: 303, headers: PRIVATE });
}

/** What the page of a form that comes back needs. */
type Again = { step: Step; token: string; reason: string };

const FULL = 'Not sent. We have a lot to read right now. Please come back tomorrow.';
const STALE = 'Not sent yet, because this page was open for more than two hours. Please choose again.';
const HELD_BACK =
  'Not sent. Too much came from your network. It may not be you: libraries and schools often share one connection. Please try again in an hour.';

function retryAfter(ms: number): Record<string, string> {
  return { ...PRIVATE, 'Retry-After': String(Math.max(Math.ceil(ms / 1000), 1)) };
}

export default function CorrectionForm({ loaderData, actionData }: Route.ComponentProps) {
  const { item, siteTitle } = loaderData;
  const step = actionData?.step ?? 'choose';
  return (
    <main id="main" className="wrap page" data-section={item.collection} tabIndex={-1}>
      <UnlistedHead title={`Something wrong here? | ${siteTitle}`} />
      <div className="reading">
        {step === 'wait' && actionData ? (
          <Wait item={item} result={actionData} />
        ) : step === 'thanks' ? (
          <Thanks item={item} />
        ) : (
          <Choose {...loaderData} result={actionData} />
        )}
      </div>
    </main>
  );
}

type ChooseProps = Route.ComponentProps['loaderData'] & { result: Result | undefined };
type Result = NonNullable<Route.ComponentProps['actionData']>;

function Choose({ item, token, isWithdrawn, closed, result }: ChooseProps) {
  return (
    <>
      <header className="page-head">
        <p className="kicker">
          <a href={item.href}>Back to the {item.singular}</a>
        </p>
        <h1>Something wrong here?</h1>
        <p>{closed ?? 'Choose what’s wrong and an editor will see it right away. No account, no form.'}</p>
      </header>
      {result?.reason ? <Alert tone="danger">{result.reason}</Alert> : null}
      {isWithdrawn && !result ? <Alert tone="success">Your report is withdrawn.</Alert> : null}
      <AboutItem item={item} />
      {closed ? null : (
        <>
          <form method="post" action={correctPath(item)} className="taps">
            <Guard token={result?.token ?? token} />
            {result ? <Kept values={result.values} /> : null}
            {listTopics(item.collection).map((topic) => (
              <Tap topic={topic} item={item} key={topic} />
            ))}
          </form>
          <p className="small muted mt">
            We store what’s wrong, when you told us, and a code that counts reports from one connection once.
            Nothing that says who you are.
          </p>
        </>
      )}
    </>
  );
}

/** What programs reveal themselves with: when the form was opened, and a field that nobody sees. */
function Guard({ token }: { token: string }) {
  return (
    <>
      <input type="hidden" name="opened" value={token} />
      <input name="website" autoComplete="off" hidden />
    </>
  );
}

/** What came with a report besides its topic. */
function Kept({ values }: { values: Values }) {
  return [...saidFields, 'note' as const].flatMap((name) =>
    values[name] === '' ? [] : <textarea name={name} defaultValue={values[name]} key={name} hidden />,
  );
}

/** The one page that waits, instead of a puzzle. */
function Wait({ item, result }: { item: ShownItem; result: Result }) {
  const topic = readTopic(result.values.wrong) ?? 'other';
  return (
    <>
      <header className="page-head">
        <h1>One moment</h1>
        <p>That was fast, and we keep bots out. Wait about 5 seconds, then send it.</p>
      </header>
      <AboutItem item={item} />
      <form method="post" action={correctPath(item)}>
        <Guard token={result.token} />
        <Kept values={result.values} />
        <p className="actions">
          <button type="submit" className="button button--primary" name="wrong" value={topic}>
            Send: {topicWords(item.collection, topic).label}
          </button>
          <a href={item.href}>Back to the {item.singular}</a>
        </p>
      </form>
    </>
  );
}

function Thanks({ item }: { item: ShownItem }) {
  return (
    <>
      <header className="page-head">
        <h1>Thank you. We’ll check.</h1>
      </header>
      <p className="actions">
        <a href={item.href}>Back to the {item.singular}</a>
      </p>
    </>
  );
}

/** The icons of the buttons; that of something else is only here. */
const icons: Record<Exclude<Topic, 'other'>, IconName> = {
  time: 'clock',
  cancelled: 'close',
  place: 'place',
  link: 'link',
};

function Tap({ topic, item: { collection, listed } }: { topic: Topic; item: ShownItem }) {
  const isOnly = listTopics(collection).length === 1;
  const present = listed[topic];
  const hint =
    topic === 'other'
      ? 'You can explain on the next page'
      : topic !== 'link' && present
        ? `Listed as ${present}`
        : present;
  return (
    <button type="submit" className="tap" name="wrong" value={topic}>
      {topic === 'other' ? <Pencil /> : <Icon name={icons[topic]} />}
      <span>
        {isOnly ? 'Something is wrong' : topicWords(collection, topic).label}
        {hint ? <span className="hint">{hint}</span> : null}
      </span>
      <Icon name="next" />
    </button>
  );
}

function Pencil() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2.5 13.5l.7-3L11 2.7l2.3 2.3-7.8 7.8zM9.3 4.4l2.3 2.3" />
    </svg>
  );
}
