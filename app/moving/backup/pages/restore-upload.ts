import { redirect } from 'react-router';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import type { Route } from './+types/restore-upload';
import { startRestore } from './start-restore.server.ts';

/** This address has no page: a reload leads to the form. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/setup/restore${url.search}`);
}

/** `/setup/restore/upload`: the form of the page, sent by its script. Responds with JSON. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const started = await startRestore(args);
  const status = 'to' in started ? 200 : started.status;
  return Response.json(started, { status, headers: secretAddressHeaders({ actionHeaders: new Headers() }) });
}
