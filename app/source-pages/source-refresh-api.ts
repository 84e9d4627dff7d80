import { problemResponse } from '#app/api/problem.ts';
import { respondTo } from '#app/api/respond.server.ts';
import type { Route } from './+types/source-refresh-api';
import { checkNow } from './check-now.server.ts';
import { sourceCalls } from './source-operations.ts';

/** As long as a check may take. */
const MOST_MS = 60_000;

/** `/api/v1/sources/{id}/refresh`: checks a source, and says what that brought. */
export function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return problemResponse(405, { headers: { Allow: 'POST' } });
  return respondTo({ name: 'refresh sources', policy: sourceCalls.refresh.policy }, args, () =>
    refresh(args),
  );
}

export function loader() {
  return problemResponse(405, { headers: { Allow: 'POST' } });
}

async function refresh(args: Route.ActionArgs): Promise<Response> {
  const checked = await checkNow(args, args.params.id, MOST_MS);
  if (checked.outcome === 'missing') return problemResponse(404);
  if (checked.outcome === 'running')
    return problemResponse(504, { title: 'The check has not finished yet.' });
  if (checked.outcome === 'failed')
    return problemResponse(502, { title: 'The source could not be checked.', detail: checked.problem });
  const { found, new: added, changed, missing } = checked.result;
  return Response.json({ found, new: added, changed, missing });
}
