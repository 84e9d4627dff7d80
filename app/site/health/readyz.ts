import { requestContextKey } from '#app/people/request/context.ts';
import type { Route } from './+types/readyz';

/** 200 when the database responds and is migrated, otherwise 503 with the reason (product contract section 1). */
export async function loader({ context }: Route.LoaderArgs) {
  const reason = await context.get(requestContextKey).services.findDatabaseProblem();
  return reason
    ? Response.json({ status: 'unavailable', reason }, { status: 503 })
    : Response.json({ status: 'ready' });
}
