import { data } from 'react-router';
import { visitContext } from '#app/context.ts';
import type { Route } from './+types/unknown';

/** Every unknown address, whatever the method; and every request that was refused before its route. */
export function loader({ context }: Route.LoaderArgs) {
  throw data(null, { status: context.get(visitContext).fault?.status ?? 404 });
}

export function action({ context }: Route.ActionArgs) {
  throw data(null, { status: context.get(visitContext).fault?.status ?? 404 });
}

export default function Unknown() {
  return null;
}
