import { data } from 'react-router';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Route } from './+types/setup-restore-progress';
import { findRestore, type UploadedRestore } from './uploaded-restore.server.ts';

export const handle: RouteHandle = { hydrate: true };

export const headers = secretAddressHeaders;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

const steps: Record<string, string> = {
  verify: 'Checking the file…',
  'keep-a-copy': 'Keeping a copy of this site…',
  prepare: 'Preparing the restored town…',
  'put-in-place': 'Putting it in place…',
};

const kinds: Record<string, string> = {
  rows: 'rows copied',
  'rows read back': 'rows checked',
  'rows compared': 'rows compared',
  'items indexed': 'items indexed for search',
};

/**
 * How far a restore from the set-up page is. The set-up link ends with the restore, so a secret of its own opens this
 * page.
 */
export async function loader(args: Route.LoaderArgs) {
  const { services, town, read } = writeContext(args);
  const query = args.url.searchParams;
  const found = await findRestore(services.settings.dataFolder);
  if (!found || found.id !== query.get('id')) throw data(null, 404);
  // Its process may have ended just after the town was in place: a restored town has paused its schedules.
  const pause = found.isInterrupted ? await findPause(read) : undefined;
  const restore: UploadedRestore = pause ? { ...found, state: 'done', madeAt: pause.madeAt } : found;
  const { id, state, step, what = '', done = 0, total = 0, trouble, madeAt, settings } = restore;
  const token = query.get('token') ?? '';
  const number = new Intl.NumberFormat(town.locale);
  const address = `/setup/restore/progress?id=${id}&token=${encodeURIComponent(token)}`;
  return {
    state,
    address,
    again: `/setup/restore?token=${encodeURIComponent(token)}`,
    step: steps[step ?? ''] ?? 'Starting…',
    done,
    total,
    count: total > 0 ? `${number.format(done)} of ${number.format(total)} ${kinds[what] ?? ''}` : '',
    trouble: trouble ?? '',
    madeAt: madeAt === undefined ? '' : `${formatLongDate(madeAt, town)}, ${formatTime(madeAt, town)}`,
    settings: settings ?? null,
    refreshSeconds: state === 'running' || state === 'arrived' ? 2 : undefined,
    siteTitle: town.title,
  };
}

export default function SetupRestoreProgress({ loaderData }: Route.ComponentProps) {
  const { state, siteTitle } = loaderData;
  const title =
    { done: 'The town was restored', failed: 'The restore failed' }[state as string] ?? 'Restoring the town';
  return (
    <AccountFrame title={title} siteTitle={siteTitle}>
      {state === 'done' ? <Done {...loaderData} /> : null}
      {state === 'failed' ? <Failed {...loaderData} /> : null}
      {state === 'running' || state === 'arrived' ? <Running {...loaderData} /> : null}
    </AccountFrame>
  );
}

type Page = Route.ComponentProps['loaderData'];

function Running({ step, done, total, count, address }: Page) {
  return (
    <div>
      <p className="cluster between">
        <span role="status">{step}</span>
        <span className="num muted">{count}</span>
      </p>
      <progress
        className="wide-progress"
        {...(total > 0 ? { max: total, value: done } : {})}
        aria-label="Restore"
      >
        {total > 0 ? `${Math.floor((100 * done) / total)} %` : ''}
      </progress>
      <AutoRefresh address={address} seconds={2}>
        Keep this page open, or come back to it.
      </AutoRefresh>
    </div>
  );
}

function Failed({ trouble, again }: Page) {
  return (
    <>
      <Alert tone="danger">{trouble}</Alert>
      <p>
        <a className="button button--primary" href={again}>
          Try again
        </a>
      </p>
    </>
  );
}

function Done({ madeAt, settings }: Page) {
  return (
    <>
      <p>{`It is as it was on ${madeAt}. Log in with the administrator’s address and password of that time.`}</p>
      <p>
        Scheduled jobs, such as backups and the newsletter, are paused until you resume them on the Backups
        page.
      </p>
      {settings === 'used' ? (
        <p>The settings and keys of the server were in the file, too. Restart the site to use them.</p>
      ) : null}
      {settings === 'aside' ? (
        <p>
          The settings of the server were in the file, too. They are not used, because this one has its own.
        </p>
      ) : null}
      <p>
        <a className="button button--primary" href="/login?next=%2Fadmin">
          Log in
        </a>
      </p>
    </>
  );
}
