import { data, redirectDocument } from 'react-router';
import { type Fault, requestContextKey } from '#app/people/request/context.ts';
import type { Route } from './+types/unknown';

/** Every unknown address, whatever the method; and every request that was refused before its route. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { fault } = context.get(requestContextKey);
  const to = url.searchParams.get('to');
  // The document that the server named: a request that is refused brings no parameter of its own.
  if (fault && to) throw redirectDocument(to);
  throw problemOf(fault);
}

export function action({ context }: Route.ActionArgs) {
  throw problemOf(context.get(requestContextKey).fault);
}

function problemOf(fault: Fault | undefined) {
  const body = fault?.sentence ? { sentence: fault.sentence } : null;
  return data(body, { status: fault?.status ?? 404 });
}

export default function Unknown() {
  return null;
}
