import { redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { RowPanel } from '#app/desk/hub/row-panel.tsx';
import { findBackupPlan, requestBackup, saveBackupPlan } from '#app/moving/backup/backup-settings.server.ts';
import { findPassphraseProblem } from '#app/moving/backup/encryption.server.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { sealText } from '#app/people/sealed-text.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/successor.css?url';
import type { Route } from './+types/backups';
import { BackupNotice } from './backup-notice.tsx';
import {
  BackupCreation,
  BackupList,
  CopiesPanel,
  passphraseField,
  RestoreTestPanel,
} from './backup-panels.tsx';
import { addKeyPair, checkPlan, typedPlanOf } from './backup-plan-entry.server.ts';
import { BackupPlanForm, type PlanProblems, planForm, UnsavedPlan } from './backup-plan-form.tsx';
import { BACKUP_PASSPHRASE, backupsPath } from './backup-requests.ts';
import { type BackupsPage, loadBackups } from './load-backups.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** When backups are made, the files, and the outcome of each attempt and test. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const { services, method } = args.context.get(requestContextKey);
  // A stranger at an unlocked computer must not choose where backups go.
  if (method !== 'POST') await requireRecentProof(services.auth, args.request, backupsPath);
  const query = args.url.searchParams;
  const has = (name: string) => query.get(name) === '1';
  return {
    ...(await loadBackups({ read, town, now, settings: services.settings })),
    saved: has('saved'),
    started: has('started'),
    failed: has('failed'),
    deleted: has('deleted'),
  };
}

/** Requests a backup; or saves the plan, or creates a key pair for it, whose secret key is shown this once. */
export async function action(args: Route.ActionArgs) {
  return args.url.searchParams.has('create') ? createBackup(args) : changePlan(args);
}

async function createBackup(args: Route.ActionArgs) {
  const { write, now, services } = writeContext(args);
  const { recipients } = await findBackupPlan(write);
  const { values } = await readForm(args.request, [[passphraseField(recipients.length > 0)]]);
  const typed = String(values.passphrase ?? '').trim();
  const isProved = await hasRecentProof(services.auth, args.request);
  const problem = typed === '' && recipients.length > 0 ? undefined : findPassphraseProblem(typed);
  const part = 'creation' as const;
  const fail = (status: number) =>
    failedForm(
      status,
      { passphrase: typed },
      { part, problems: { passphrase: problem }, unproved: !isProved },
    );
  if (!isProved) return fail(403);
  if (problem) return fail(400);
  try {
    const sealed = typed && sealText(openSecret(services.settings), BACKUP_PASSPHRASE, typed);
    await requestBackup(write, { at: now, ...(sealed && { sealed }) });
    await recordActivity(args, 'backup-asked');
  } catch (error) {
    services.log.error({ err: error }, 'a backup could not be started');
    return fail(503);
  }
  return redirect(`${backupsPath}?started=1`, 303);
}

async function changePlan(args: Route.ActionArgs) {
  const { write, services } = writeContext(args);
  const { backupBucket: bucket, dataFolder } = services.settings;
  const isProved = await hasRecentProof(services.auth, args.request);
  const { values, unknown } = await readForm(args.request, planForm);
  const typed = typedPlanOf(values);
  const outcome = { part: 'plan' as const, unproved: !isProved, secretKey: null, saved: false };
  const fail = (status: number, problems: PlanProblems = {}) =>
    failedForm(status, typed, { ...outcome, problems });
  if (!isProved) return fail(403);
  if (values.keys) return { ...outcome, problems: {}, ...(await addKeyPair(typed)) };
  const checked = await checkPlan(typed, { dataFolder, bucket });
  if (!('plan' in checked)) return fail(400, checked.problems);
  if (unknown.length > 0) return fail(400);
  try {
    await saveBackupPlan(write, checked.plan);
    await recordActivity(args, 'backup-plan-changed');
  } catch (error) {
    services.log.error({ err: error }, 'the backup settings could not be saved');
    return fail(503);
  }
  const { bucketProblem } = checked;
  if (bucketProblem) return { ...outcome, values: typed, saved: true, problems: { bucket: bucketProblem } };
  return redirect(`${backupsPath}?saved=1`, 303);
}

export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const plan = actionData?.part === 'plan' ? actionData : undefined;
  const creation = actionData?.part === 'creation' ? actionData : undefined;
  const { test, testRunning, files, moreFiles, hasKeys, isAsked, worries, rows } = loaderData;
  const isSaved = actionData ? plan?.saved === true : loaderData.saved;
  return (
    <AdminPage
      heading="Backups"
      about="Your whole site in one file: for safekeeping, a new server or the person who takes over from you."
      notices={
        <>
          {(plan && !plan.secretKey && !plan.saved) || (!actionData && loaderData.failed) ? (
            <UnsavedPlan problems={plan?.problems ?? {}} />
          ) : null}
          {creation ? (
            <Alert tone="danger">{creation.problems.passphrase ?? messages.saveFailed}</Alert>
          ) : null}
          {isSaved ? <Alert tone="success">{messages.saved}</Alert> : null}
          {loaderData.started && !actionData ? <StartedNote isRunning={isAsked} newest={files[0]} /> : null}
          {loaderData.deleted && !actionData ? <Alert tone="success">The backup was deleted.</Alert> : null}
          {plan?.saved ? (
            <Alert tone="warning">
              The plan is saved, but no copies can go to the bucket now:{' '}
              <a href="#bucket">Bucket for second copies</a>
            </Alert>
          ) : null}
        </>
      }
    >
      <BackupNotice worries={worries} />
      {plan?.secretKey ? <SecretKey secretKey={plan.secretKey} /> : null}
      <RestoreTestPanel test={test} running={testRunning} hasFiles={files.length > 0} />
      <BackupCreation
        hasKeys={hasKeys}
        isRunning={isAsked}
        // The passphrase does not stay on the screen.
        key={isAsked ? 'running' : 'idle'}
        typed={creation?.values.passphrase}
        problem={creation?.problems.passphrase}
        isUnproved={creation?.unproved}
        handOverLine={loaderData.handOverLine}
      />
      <BackupList files={files} more={moreFiles} keep={loaderData.plan.keep} />
      <CopiesPanel people={loaderData.people} successor={loaderData.successor} />
      <BackupPlanForm
        plan={plan ? plan.values : loaderData.plan}
        problems={plan?.problems ?? {}}
        bucket={loaderData.bucket}
        isUnproved={plan?.unproved === true}
      />
      <p className="muted">
        Backups are stored in the folder “backups” in {loaderData.folder}. Each one is test-restored when it
        is created, and the newest is tested again every week. To restore a backup, run{' '}
        <code>{loaderData.restoreLine}</code>
      </p>
      {rows.length > 0 ? <RunList rows={rows} /> : null}
    </AdminPage>
  );
}

type StartedNoteProps = { isRunning: boolean; newest: BackupsPage['files'][number] | undefined };

/** What became of the backup that was started on this page; `BackupNotice` shows a failure. */
function StartedNote({ isRunning, newest }: StartedNoteProps) {
  if (isRunning) return <Alert tone="success">The backup has started.</Alert>;
  if (newest?.test !== 'good') return null;
  return (
    <Alert tone="success">
      {`The backup of ${newest.when} was restored and checked. `}
      <a href={`${backupsPath}/${newest.name}`} download>
        Download it
      </a>{' '}
      and keep its passphrase in another place.
    </Alert>
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
  begun: { words: 'Not finished', tone: 'is-quiet' },
  good: { words: 'Good', tone: 'is-success' },
  gone: { words: 'Deleted', tone: 'is-quiet' },
  failed: { words: 'Failed', tone: 'is-danger' },
};

function RunList({ rows }: { rows: BackupsPage['rows'] }) {
  return (
    <details className="fold">
      <summary>History</summary>
      <RowPanel id="runs" label="Backups and test restores">
        {rows.map(({ id, what, state, when, facts }) => (
          <li key={id}>
            <div>
              <h3>
                {what} <span className={`badge ${states[state].tone}`}>{states[state].words}</span>
              </h3>
              <p className="muted">{[when, facts].filter(Boolean).join(' · ')}</p>
            </div>
          </li>
        ))}
      </RowPanel>
    </details>
  );
}
