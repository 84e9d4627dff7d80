import { data, redirect } from 'react-router';
import type { Route } from './+types/request-check';
import { checkNow } from './check-now.server.ts';

/** People wait this long for a page; a check that takes longer goes on in the background. */
const QUICK_MS = 8000;

/** Checks a source now, and shows what came in. */
export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  const checked = await checkNow(args, id, QUICK_MS);
  if (checked.outcome === 'missing') throw data(null, { status: 404 });
  return redirect(`/admin/sources/${id}?${noticeOf(checked)}`, 303);
}

function noticeOf(checked: Awaited<ReturnType<typeof checkNow>>): URLSearchParams {
  if (checked.outcome === 'failed') return new URLSearchParams({ failed: '1' });
  if (checked.outcome !== 'checked') return new URLSearchParams({ checking: '1' });
  const counts = Object.entries(checked.result).filter(([, count]) => typeof count === 'number');
  return new URLSearchParams({
    checked: '1',
    ...Object.fromEntries(counts.map(([name, count]) => [name, String(count)])),
  });
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/sources/${params.id}`);
}
