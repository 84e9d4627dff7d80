import { redirect } from 'react-router';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Route } from './+types/data-export';
import { exportOwnData } from './own-data.server.ts';
import { signedInContext } from './signed-in-context.ts';

/** Everything stored about the user, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = signedInContext(args);
  const kept = await exportOwnData(services, viewer.userId);
  if (!kept) throw redirect('/login');
  await recordActivity(args, 'account-exported');
  return new Response(`${JSON.stringify(kept, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}
