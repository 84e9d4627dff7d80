import { data } from 'react-router';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { loadProof } from '../load-proof.server.ts';
import type { Route } from './+types/publication-proof-file';

export const handle: RouteHandle = {};

/** `/proof/{collection}/{id}.json`: the signed proof, which `belfry verify` checks. An unknown item gets the site's 404. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, context }, next) => {
    const found = await loadProof({ params, context }).catch(() => undefined);
    if (!found) return next();
    return new Response(`${JSON.stringify(found.proof, null, 2)}\n`, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Robots-Tag': 'noindex' },
    });
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export default function PublicationProofFile() {
  return null;
}
