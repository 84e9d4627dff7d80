import { data, type ServerBuild } from 'react-router';
import { requestContextKey, setDatabaseFault } from '#app/people/request/context.ts';

type Args = { request: Request; context: Parameters<typeof setDatabaseFault>[0]['context'] };

/**
 * The same build, except that when the database can't serve a loader or an action, the request is refused with 503 or
 * 507 in the site's design, and does not count as an error of the site. Other errors are unchanged.
 */
export function refusingBuild(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && refusingRoute(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

type Route = NonNullable<ServerBuild['routes'][string]>;

function refusingRoute(route: Route): Route {
  const { loader, action } = route.module;
  const module = { ...route.module };
  if (typeof loader === 'function') module.loader = refusing(loader);
  if (typeof action === 'function') module.action = refusing(action);
  return { ...route, module };
}

function refusing<Work extends (args: never) => unknown>(work: Work): Work {
  const guarded = async (args: Args) => {
    try {
      return await work(args as never);
    } catch (error) {
      const refusal = setDatabaseFault(args, error);
      if (!refusal) throw error;
      const { services, reference } = args.context.get(requestContextKey);
      const path = new URL(args.request.url).pathname;
      services.log.error({ err: error, reference, path }, 'a database query failed');
      throw data({ sentence: refusal.sentence }, { status: refusal.status, headers: refusal.headers });
    }
  };
  return guarded as unknown as Work;
}
