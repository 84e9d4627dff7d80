import { redirect, redirectDocument } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { dayAddress, momentInAddress, momentWords, ownPathOf, readMoment } from '#app/moving/as-of/moment.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { DayProgress } from '#app/people/request/services.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import importStyles from '#app/platform/ui/styles/import.css?url';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import type { Route } from './+types/preparing-page';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: importStyles }];

/** How far the copy for a moment is, or why there is none. Leads to the day when it is ready, or was never requested. */
export function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const query = args.url.searchParams;
  const { instant } = readMoment(query.get('moment') ?? '', town);
  if (instant === undefined || !services.otherDays) throw redirect('/admin/another-day', 303);
  const moment = momentInAddress(instant);
  const path = ownPathOf(query.get('path'));
  const day = dayAddress(moment, path);
  const found = services.otherDays.find(instant);
  if (!found || found.database) throw redirectDocument(day, 303);
  const { progress, error } = found;
  return {
    day,
    address: `/admin/another-day/preparing?${new URLSearchParams({ moment, path })}`,
    words: momentWords(instant, town),
    problem: error && problemOf(error),
    progress,
    line: progressLineOf(progress, new Intl.NumberFormat(town.locale)),
    refreshSeconds: error ? undefined : 3,
  };
}

function problemOf({ name, message, code }: Error & { code?: string }): string {
  if (name === 'AsOfError') return message;
  if (name === 'TimeoutError') return 'The copy of the town was not ready within 30 minutes.';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'There was not enough memory for the copy of the town.';
  if (code === 'ENOSPC' || /disk is full/.test(message)) return 'The disk is full.';
  return 'The town could not be copied. The site’s log says why.';
}

const stepWords: Record<DayProgress['step'], string> = {
  waiting: 'Waiting until another day is prepared',
  copying: 'Copying the town',
  indexing: 'Indexing the copy for search',
  changing: 'Taking the items to that moment',
};

function progressLineOf({ step, done, total }: DayProgress, number: Intl.NumberFormat): string {
  const words = stepWords[step];
  return total > 0 ? `${words}: ${number.format(done)} of ${number.format(total)}` : `${words}…`;
}

export default function PreparingDay({ loaderData }: Route.ComponentProps) {
  const { words, problem } = loaderData;
  return (
    <AdminPage
      className="form stack-lg"
      heading="View another day"
      title={problem ? 'No copy' : 'Preparing'}
      about={words}
    >
      {problem ? <Failed {...loaderData} /> : <Preparing {...loaderData} />}
    </AdminPage>
  );
}

type Page = Route.ComponentProps['loaderData'];

function Failed({ problem, day }: Page) {
  return (
    <>
      <Alert tone="danger">{problem} Nothing was changed.</Alert>
      <p className="actions">
        <a className="button button--primary" href={day}>
          Try again
        </a>
        <a className="button" href="/admin/another-day">
          Choose another moment
        </a>
      </p>
    </>
  );
}

function Preparing({ progress: { done, total }, line, address }: Page) {
  return (
    <section className="panel" aria-labelledby="preparing">
      <h2 id="preparing">Preparing a copy of the town</h2>
      <p role="status">{line}</p>
      <progress
        className="wide-progress mt"
        aria-labelledby="preparing"
        {...(total > 0 ? { max: total, value: done } : {})}
      />
      <AutoRefresh address={address} seconds={3}>
        The day opens when it is ready. Visitors notice nothing. You can close this page and come back.
      </AutoRefresh>
    </section>
  );
}
