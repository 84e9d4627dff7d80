import { data, Form, redirect } from 'react-router';
import { requireRecentProof } from '#app/auth/recent-proof.server.ts';
import { listBackupFiles } from '#app/backup/backup-files.server.ts';
import { listRuns } from '#app/backup/backup-run-store.server.ts';
import {
  type BackupPlan,
  backupPlanSchema,
  findBackupPlan,
  isBackupAsked,
  saveBackupPlan,
} from '#app/backup/backup-settings.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { readVisit, visitContext, writeVisit } from '#app/context.ts';
import type { BackupRunRow } from '#app/database/tables.ts';
import type { FormSpec } from '#app/forms/field-spec.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { messages } from '#app/messages.ts';
import { noteDone } from '#app/note-done.server.ts';
import { formatShortDate, formatTime } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { Alert } from '#app/ui/alert.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/backups';
import { BackupNotice } from './backup-notice.tsx';
import { BackupPlanForm } from './backup-plan-form.tsx';
import { findBackupWorries } from './backup-worries.server.ts';
import { RowPanel } from './row-panel.tsx';

const PATH = '/admin/settings/backups';
const SHOWN = 50;

/** When backups are made, and what came of those that were tried. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readVisit(args);
  const { services, method } = args.context.get(visitContext);
  // Where backups go is nothing that a stranger at an open browser may choose.
  if (method !== 'POST') await requireRecentProof(services.auth, args.request, PATH);
  const runs = await listRuns(read, SHOWN);
  const files = new Set((await listBackupFiles(services.settings.dataFolder)).map(({ name }) => name));
  const asked = args.url.searchParams;
  return {
    rows: runs.map((run) => rowOf(run, { town, files })),
    plan: await findBackupPlan(read),
    isAsked: await isBackupAsked(read),
    worries: await findBackupWorries(read, town, services.settings.dataFolder),
    folder: services.settings.dataFolder,
    bucket: services.settings.backupBucket?.address ?? null,
    saved: asked.get('saved') === '1',
    failed: asked.get('failed') === '1',
    siteTitle: town.title,
    restoreLine: commandLine('restore FILE'),
  };
}

type Row = { id: string; what: string; state: 'good' | 'failed' | 'gone'; when: string; facts: string };

const kindWords: Record<string, string> = {
  scheduled: 'Backup by the plan',
  asked: 'Backup you asked for',
  'before-upgrade': 'Backup before an upgrade',
  'before-restore': 'Backup before a restore',
  'before-move': 'Backup before a move',
  drill: 'Restored for a trial',
};

function rowOf(run: BackupRunRow, { town, files }: { town: Town; files: Set<string> }): Row {
  const number = new Intl.NumberFormat(town.locale, { maximumFractionDigits: 1 });
  const name = run.file?.split('/').at(-1) ?? '';
  const facts = [
    name,
    run.rows === null ? '' : `${number.format(run.rows)} rows`,
    run.bytes === null ? '' : `${number.format(run.bytes / 1e6)} MB`,
    `took ${number.format(run.tookMs / 1000)} s`,
    run.secondPlace ? `copied to ${run.secondPlace}` : '',
    run.trouble ?? '',
  ];
  const isGone = run.kind !== 'drill' && run.file !== null && !files.has(name);
  return {
    id: run.id,
    what: kindWords[run.kind] ?? run.kind,
    state: run.trouble ? 'failed' : isGone ? 'gone' : 'good',
    when: `${formatShortDate(run.at, town)}, ${formatTime(run.at, town)}`,
    facts: facts.filter(Boolean).join(' · '),
  };
}

const form: FormSpec = [
  [{ name: 'every', label: 'How often', kind: 'line', required: true }],
  [{ name: 'keep', label: 'How many to keep', kind: 'line', required: true }],
  [{ name: 'folder', label: 'Second place', kind: 'line', required: false }],
];

/** Saves the plan. */
export async function action(args: Route.ActionArgs) {
  const { write, services } = writeVisit(args);
  const isProved = await services.auth.hasRecentProof(args.request);
  const { values, unknown } = await readForm(args.request, form);
  const typed = {
    every: String(values.every),
    keep: String(values.keep).trim(),
    folder: String(values.folder ?? '').trim(),
  };
  const problems = problemsOf(typed);
  const outcome = { typed, problems, unproved: !isProved };
  if (!isProved) return data(outcome, 403);
  const parsed = backupPlanSchema.safeParse({ ...typed, keep: Number(typed.keep) });
  if (!parsed.success || unknown.length > 0 || Object.keys(problems).length > 0) return data(outcome, 400);
  try {
    await saveBackupPlan(write, parsed.data);
    await noteDone(args, 'backup-plan-changed');
  } catch (error) {
    services.log.error({ err: error }, 'the plan of backups could not be saved');
    return data(outcome, 503);
  }
  return redirect(`${PATH}?saved=1`, 303);
}

function problemsOf({
  keep,
  folder,
}: {
  keep: string;
  folder: string;
}): Partial<Record<keyof BackupPlan, string>> {
  const isNumber = /^\d{1,4}$/.test(keep) && Number(keep) >= 1 && Number(keep) <= 1000;
  const isPath =
    folder === '' || (folder.startsWith('/') && folder.length <= 500) || /^[A-Za-z]:\\/.test(folder);
  return {
    ...(isNumber ? {} : { keep: 'Enter a number from 1 to 1000' }),
    ...(isPath ? {} : { folder: 'Enter the full path of a folder on the server' }),
  };
}

export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, plan, isAsked, worries, folder, bucket, saved, failed, siteTitle, restoreLine } = loaderData;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Backups | ${siteTitle}`} />
      {actionData || failed ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
      {saved && !actionData ? <Alert tone="success">{messages.saved}</Alert> : null}
      <header className="cluster between">
        <h1>Backups</h1>
        <Form method="post" action={`${PATH}/request`}>
          <button type="submit" className="button" disabled={isAsked}>
            Back up now
          </button>
        </Form>
      </header>
      {isAsked ? <p role="status">A backup is being made. It is listed here when it is done.</p> : null}
      <BackupNotice worries={worries} />
      <BackupPlanForm
        plan={actionData ? actionData.typed : { ...plan, keep: String(plan.keep) }}
        problems={actionData?.problems ?? {}}
        isUnproved={actionData?.unproved === true}
      />
      <p className="muted">
        They lie in the folder “backups” of {folder}
        {bucket ? `, a copy of each in ${bucket}` : ''}, each opened again and found good before it counts.
        Once a week the newest is restored for a trial. Restoring one for good is a command of the operator:{' '}
        <code>{restoreLine}</code>
      </p>
      {rows.length > 0 ? <RunList rows={rows} /> : <p>{messages.empty}</p>}
    </div>
  );
}

const states = {
  good: { words: 'Good', tone: 'is-success' },
  gone: { words: 'No longer kept', tone: 'is-quiet' },
  failed: { words: 'Failed', tone: 'is-danger' },
};

function RunList({ rows }: { rows: Row[] }) {
  return (
    <RowPanel id="runs" label="What was made and tried">
      {rows.map(({ id, what, state, when, facts }) => (
        <li key={id}>
          <div>
            <h3>
              {what} <span className={`badge ${states[state].tone}`}>{states[state].words}</span>
            </h3>
            <p className="muted">
              {when} · {facts}
            </p>
          </div>
        </li>
      ))}
    </RowPanel>
  );
}
