import { data, Form, redirect } from 'react-router';
import { requireRecentProof } from '#app/auth/recent-proof.server.ts';
import { listBackupFiles } from '#app/backup/backup-files.server.ts';
import { listRuns } from '#app/backup/backup-run-store.server.ts';
import { findBackupPlan, isBackupAsked, saveBackupPlan } from '#app/backup/backup-settings.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { readVisit, visitContext, writeVisit } from '#app/context.ts';
import type { BackupRunRow } from '#app/database/operation-tables.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { messages } from '#app/messages.ts';
import { noteDone } from '#app/note-done.server.ts';
import { formatShortDate, formatTime } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { Alert } from '#app/ui/alert.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/backups';
import { BackupNotice } from './backup-notice.tsx';
import { addKeyPair, checkPlan, typedPlanOf, typePlan } from './backup-plan-entry.server.ts';
import { BackupPlanForm, planForm, UnsavedPlan } from './backup-plan-form.tsx';
import { findBackupWorries } from './backup-worries.server.ts';
import { RowPanel } from './row-panel.tsx';

const PATH = '/admin/settings/backups';
const SHOWN = 50;

/** When backups are made, and the outcome of each attempt. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readVisit(args);
  const { services, method } = args.context.get(visitContext);
  // A stranger at an unlocked computer must not choose where backups go.
  if (method !== 'POST') await requireRecentProof(services.auth, args.request, PATH);
  const runs = await listRuns(read, SHOWN);
  const files = new Set((await listBackupFiles(services.settings.dataFolder)).map(({ name }) => name));
  const asked = args.url.searchParams;
  return {
    rows: runs.map((run) => rowOf(run, { town, files })),
    plan: typePlan(await findBackupPlan(read)),
    isAsked: await isBackupAsked(read),
    worries: await findBackupWorries(read, town, services.settings),
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
  scheduled: 'Scheduled backup',
  asked: 'Manual backup',
  'before-upgrade': 'Backup before an upgrade',
  'before-restore': 'Backup before a restore',
  'before-move': 'Backup before a move',
  drill: 'Test restore',
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

/** Saves the plan, or creates a key pair for it, whose secret key is shown this once. */
export async function action(args: Route.ActionArgs) {
  const { write, services } = writeVisit(args);
  const { backupBucket: bucket, dataFolder } = services.settings;
  const isProved = await services.auth.hasRecentProof(args.request);
  const { values, unknown } = await readForm(args.request, planForm);
  const typed = typedPlanOf(values);
  const outcome = { typed, problems: {}, unproved: !isProved, secretKey: null, saved: false };
  if (!isProved) return data(outcome, 403);
  if (values.keys) return data({ ...outcome, ...(await addKeyPair(typed)) });
  const checked = await checkPlan(typed, { dataFolder, bucket });
  if (unknown.length > 0 || !('plan' in checked)) return data({ ...outcome, ...checked }, 400);
  try {
    await saveBackupPlan(write, checked.plan);
    await noteDone(args, 'backup-plan-changed');
  } catch (error) {
    services.log.error({ err: error }, 'the backup settings could not be saved');
    return data(outcome, 503);
  }
  const { bucketProblem } = checked;
  if (bucketProblem) return data({ ...outcome, saved: true, problems: { bucket: bucketProblem } });
  return redirect(`${PATH}?saved=1`, 303);
}

export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, plan, isAsked, worries, folder, bucket, saved, failed, siteTitle, restoreLine } = loaderData;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Backups | ${siteTitle}`} />
      {(actionData && !actionData.secretKey && !actionData.saved) || failed ? (
        <UnsavedPlan problems={actionData?.problems ?? {}} />
      ) : null}
      {(actionData ? actionData.saved : saved) ? <Alert tone="success">{messages.saved}</Alert> : null}
      {actionData?.saved ? (
        <Alert tone="warning">
          The plan is saved, but no copies can go to the bucket now:{' '}
          <a href="#bucket">Bucket for second copies</a>
        </Alert>
      ) : null}
      <header className="cluster between">
        <h1>Backups</h1>
        <Form method="post" action={`${PATH}/request`}>
          <button type="submit" className="button" disabled={isAsked}>
            Back up now
          </button>
        </Form>
      </header>
      {isAsked ? <p role="status">The backup is running. It will be listed here when it is done.</p> : null}
      <BackupNotice worries={worries} />
      {actionData?.secretKey ? <SecretKey secretKey={actionData.secretKey} /> : null}
      <BackupPlanForm
        plan={actionData ? actionData.typed : plan}
        problems={actionData?.problems ?? {}}
        bucket={bucket}
        isUnproved={actionData?.unproved === true}
      />
      <p className="muted">
        Backups are stored in the folder “backups” in {folder}. Each one is test-restored when it is created,
        and the newest is tested again every week. (The weekly test of an encrypted backup compares checksums,
        because the server does not have its secret key.) To restore a backup, run <code>{restoreLine}</code>
      </p>
      {rows.length > 0 ? <RunList rows={rows} /> : <p>{messages.empty}</p>}
    </div>
  );
}

function SecretKey({ secretKey }: { secretKey: string }) {
  return (
    <Alert tone="warning">
      <p className="mb">
        <strong>Save this secret key now. It is shown only once.</strong> Keep it in a password manager or on
        paper, not on this machine. Without it, no one can open the encrypted backups.
      </p>
      <p className="mb">
        <code>{secretKey}</code>
      </p>
      <p>Its public key has been added below. Once you have stored the secret key, click Save.</p>
    </Alert>
  );
}

const states = {
  good: { words: 'Good', tone: 'is-success' },
  gone: { words: 'Deleted', tone: 'is-quiet' },
  failed: { words: 'Failed', tone: 'is-danger' },
};

function RunList({ rows }: { rows: Row[] }) {
  return (
    <RowPanel id="runs" label="Backups and test restores">
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
