import { redirect } from 'react-router';
import type { Route } from './+types/start-upload';
import { startImport } from './start-import.server.ts';

/** This address has no page: a reload leads to the form. */
export function loader() {
  return redirect('/admin/move-in');
}

/** `/admin/move-in/upload`: the first page's form, sent by its script. Responds with JSON. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const started = await startImport(args);
  return 'to' in started ? Response.json(started) : Response.json(started.state, { status: started.status });
}
