import { Link, redirect } from 'react-router';
import {
  BUSY,
  findBegun,
  type ImportRun,
  listImportRuns,
  listOpenImportRuns,
} from '#app/moving/import/import-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { formatShortDate, formatTime, type TownClock, townDayOf } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import stages from '#app/platform/ui/styles/sources.css?url';
import type { Town } from '#app/town/town.ts';
import type { Route } from './+types/start-page';
import { ImportFrame, NextPage } from './import-frame.tsx';
import { type Phase, phaseOf, phaseWords, recordsIn, recordWords } from './import-words.ts';
import { tableOf } from './load-columns.server.ts';
import { StartForm } from './start-form.tsx';
import { startImport } from './start-import.server.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stages },
  { rel: 'stylesheet', href: styles },
];

const SHOWN = 10;

/** `/admin/move-in`: what runs or waits, where the content is now, its files, and earlier imports. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const { searchParams } = args.url;
  const asked = { after: searchParams.get('after'), limit: SHOWN, closedAt: now };
  const { items, next } = await listImportRuns(read, asked);
  return {
    open: await loadOpenImports(read, { town, now }),
    isDiscarded: searchParams.has('discarded'),
    from: searchParams.get('from') ?? 'firebase',
    instead: searchParams.get('instead') ?? '',
    imports: items.map((each: ImportRun): EarlierImport => earlierImportOf(each, town)),
    next: next === null ? null : `/admin/move-in?after=${encodeURIComponent(next)}#earlier`,
    isFirst: !searchParams.has('after'),
  };
}

/** Without JavaScript; otherwise `start-upload.ts`. */
export async function action(args: Route.ActionArgs) {
  const started = await startImport(args);
  if ('to' in started) return redirect(started.to, 303);
  const { problems, files, ...values } = started.state;
  return failedForm(started.status, values, { problems, files });
}

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { from, instead, open, isDiscarded, imports, next, isFirst } = loaderData;
  const { values = { from, hash: '', kept: '', instead }, files = [], problems = {} } = actionData ?? {};
  return (
    <ImportFrame
      className="form stack-lg"
      about="Bring your content from another site. A dry run comes first and changes nothing."
      step={0}
    >
      <div>
        {isDiscarded && !actionData ? (
          <Alert tone="success">The import was discarded, and its files were deleted.</Alert>
        ) : null}
        <OpenImports imports={open} />
        <StartForm state={{ ...values, files, problems }} />
      </div>
      <EarlierImports imports={imports} next={next} isFirst={isFirst} />
      {imports.length === 0 && isFirst ? null : (
        <p className="small muted">
          You can import a later export of the same site again: only what is new there comes in.{' '}
          <Link to="/admin/activity">Activity</Link>
        </p>
      )}
      <p className="small muted">
        Old addresses that lead to pages of this site are listed in{' '}
        <Link to="/admin/redirects">Redirects</Link>.
      </p>
    </ImportFrame>
  );
}

/** An import that runs or waits for someone, as the first page shows it. `discard` is where that is asked for. */
type OpenImport = {
  path: string;
  origin: string;
  state: string;
  files: string;
  isRunning: boolean;
  discard: string | null;
};

type At = { town: TownClock; now: number };

const MOST = 50;

/** The newest imports that run or wait for someone. */
async function loadOpenImports(db: ReadDb, at: At): Promise<OpenImport[]> {
  const imports = await listOpenImportRuns(db, { now: at.now, limit: MOST });
  const begun = await findBegun(
    db,
    imports.map(({ id }) => id),
  );
  return imports.map((each) => openImportOf(each, !begun.has(each.id), at));
}

function openImportOf(moveIn: ImportRun, isEmpty: boolean, at: At): OpenImport {
  const { id, origin, files } = moveIn;
  const phase = phaseOf(moveIn);
  const path = `/admin/move-in/${id}`;
  const names = files.map(({ name }) => name).join(', ');
  const isRunning = BUSY.includes(phase);
  return {
    path: phase === 'waiting' && tableOf(moveIn) ? `${path}/mapping` : path,
    origin,
    state: stateWords(moveIn, phase, at),
    files: names === origin ? '' : names,
    isRunning,
    discard: isEmpty && !isRunning ? `${path}/discard` : null,
  };
}

function stateWords(moveIn: ImportRun, phase: Phase, { town, now }: At): string {
  const { progress, report, createdAt } = moveIn;
  const number = new Intl.NumberFormat(town.locale);
  const since = sinceWords(moveIn.finishedAt ?? createdAt, { town, now });
  const steps = progress?.steps ?? [];
  const done = steps.reduce((sum, step) => sum + step.done, 0);
  const total = steps.reduce((sum, step) => sum + (step.total ?? 0), 0);
  const amount = total > 0 ? `: ${number.format(done)} of ${recordWords(Math.max(total, done), number)}` : '';
  const ready = recordWords(recordsIn(report?.moved ?? {}), number);
  const words: Partial<Record<Phase, string>> = {
    reading: 'Dry run is running',
    importing: `Importing${amount}`,
    undoing: `Undoing${amount}`,
    ready: `Ready to import: ${ready} (checked ${since})`,
    waiting: tableOf(moveIn) ? 'Waiting for its columns' : 'Not started yet',
    stopped: `Stopped ${since}`,
    failed: `Failed ${since}`,
  };
  return words[phase] ?? '';
}

/** 'at 7:04 AM' today, 'on Nov 20, 2026, 7:04 AM' before. */
function sinceWords(instant: number, { town, now }: At): string {
  const isToday = townDayOf(instant, town.timeZone) === townDayOf(now, town.timeZone);
  const time = formatTime(instant, town);
  return isToday ? `at ${time}` : `on ${formatShortDate(instant, town)}, ${time}`;
}

/** What runs or waits for someone. Shows nothing without any. */
function OpenImports({ imports }: { imports: OpenImport[] }) {
  if (imports.length === 0) return null;
  return (
    <section className="panel mt" aria-labelledby="open">
      <h2 id="open">Not finished</h2>
      <ul className="queue">
        {imports.map(({ path, origin, state, files, isRunning, discard }) => (
          <li key={path}>
            <div>
              <h3>From {origin}</h3>
              <p>{state}</p>
              {files ? <p className="small muted">{files}</p> : null}
            </div>
            <div className="rowlinks">
              <Link className="button" to={path}>
                {isRunning ? 'Open' : 'Continue'}
                <span className="vh">: {origin}</span>
              </Link>
              {discard ? (
                <Link className="button button--danger" to={discard}>
                  Discard…<span className="vh"> {origin}</span>
                </Link>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A line of the list of imports. */
function earlierImportOf(moveIn: ImportRun, town: Town): EarlierImport {
  const { id, origin, createdAt, files, report } = moveIn;
  const phase = phaseOf(moveIn);
  const number = new Intl.NumberFormat(town.locale);
  const facts = [
    `${formatShortDate(createdAt, town)}, ${formatTime(createdAt, town)}`,
    files.map(({ name }) => name).join(', '),
    report && phase === 'done' ? `${recordWords(recordsIn(report.moved), number)} imported` : '',
    report && phase === 'ready' ? `${recordWords(recordsIn(report.moved), number)} ready` : '',
  ];
  return {
    id,
    origin,
    badge: phaseWords[phase],
    facts: facts.filter(Boolean).join(' · '),
  };
}

type EarlierImport = {
  id: string;
  origin: string;
  badge: { label: string; tone: string };
  facts: string;
};

type EarlierImportsProps = { imports: EarlierImport[]; next: string | null; isFirst: boolean };

/** All imports, newest first. Shows nothing before the first one. */
function EarlierImports({ imports, next, isFirst }: EarlierImportsProps) {
  if (imports.length === 0 && isFirst) return null;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="mb">
        Earlier imports
      </h2>
      <ul className="panel queue">
        {imports.map(({ id, origin, badge, facts }) => (
          <li key={id}>
            <div>
              <h3>
                <Link to={`/admin/move-in/${id}`}>
                  From {origin}
                  <span className="vh">, {facts}</span>
                </Link>{' '}
                <span className={`badge ${badge.tone}`}>{badge.label}</span>
              </h3>
              <p className="muted">{facts}</p>
            </div>
          </li>
        ))}
      </ul>
      <NextPage first={isFirst ? null : '/admin/move-in#earlier'} next={next} />
    </section>
  );
}
