import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { townToday } from '#app/platform/time/town-today.ts';
import { type Beside, BesideContext } from '#app/platform/ui/list-frame.tsx';
import { findNextChange, stateOf, timeWords } from '#app/polls/poll-state.ts';
import type { Route } from './+types/beside-lists';
import { chooseNextEvents, loadAside } from './aside.server.ts';
import { Aside } from './aside.tsx';

export const handle: RouteHandle = { page: BesideLists };

/** Shows other content next to the lists of articles and news, which do not depend on each other. */
export async function loader(args: Route.LoaderArgs) {
  const { remember, keepUntil, town, now } = readContext(args);
  const { timeZone, locale } = town;
  const name = `beside lists, ${townToday(now, town).day} in ${timeZone}`;
  const aside = await remember(name, (db) => loadAside(db, { now, zone: timeZone }));
  const { polls } = aside;
  const { events, thisWeek, until } = chooseNextEvents(aside.events, now);
  keepUntil(until);
  const clock = { timeZone, locale };
  for (const poll of polls) keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  const open = polls.find((poll) => stateOf(poll, now) === 'open');
  const poll = open && { id: open.id, title: open.title, time: timeWords(open, now, clock) };
  return { events, thisWeek, poll, place: town.town, clock };
}

export default function BesideListsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <BesideLists loaderData={loaderData}>
      <Outlet />
    </BesideLists>
  );
}

type BesideListsProps = Pick<Route.ComponentProps, 'loaderData'> & { children?: ReactNode };

function BesideLists({ loaderData: { place, ...facts }, children }: BesideListsProps) {
  const isEmpty = facts.events.length === 0 && !facts.poll;
  const beside: Beside = isEmpty ? null : { label: `Also in ${place}`, content: <Aside {...facts} /> };
  return <BesideContext value={beside}>{children}</BesideContext>;
}
