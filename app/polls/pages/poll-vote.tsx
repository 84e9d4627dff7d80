import { data, redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { requireItem } from '#app/items/content/permalink.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { findKeptChoice, forgetChoice, keepChoice } from '#app/people/voters/kept-choice.server.ts';
import { isDatabaseUnavailable } from '#app/platform/database/database-error.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Poll } from '#app/polls/poll.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { loadPollView, type PollView } from '#app/polls/poll-view.server.ts';
import { chosenOptions, findOwnVoteStatus, type VoteFault, vote } from '#app/polls/voting.server.ts';
import type { Route } from './+types/poll-vote';
import { arrivalNoteOf, PollArticle, type VoteNote } from './poll-article.tsx';

export const handle: RouteHandle = { section: 'polls' };

const MOST_CHOICES = 60;

/** The poll with the viewer's vote: a page for one user, which is never cached. */
export async function loader(args: Route.LoaderArgs) {
  const { write } = writeContext(args).services;
  // Read from the writable database, so that the new vote is included.
  const view = await inSnapshot(write, (read) => loadOwnView(args, read));
  const note = noteOf(view, new URL(args.url).searchParams);
  return data({ poll: view, note }, { headers: PRIVATE });
}

/** Casts or changes a vote, and redirects to the page that says so. Otherwise the page says why not. */
export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  const { values } = await readForm(args.request, [several('option')]);
  const choices = values.option.slice(0, MOST_CHOICES);
  const outcome = isItemId(id) ? await voteIfPossible(args, id, choices) : undefined;
  if (outcome === 'failed') return failedForm({ status: 503, headers: PRIVATE }, values, { reason: FAILED });
  if (!outcome || (outcome.kind === 'refused' && !outcome.poll)) throw data(null, { status: 404 });
  if (outcome.kind === 'cast') {
    const headers = new Headers(PRIVATE);
    const { auth } = writeContext(args).services;
    for (const cookie of [...outcome.cookies, ...forgetChoice(auth, args.request)])
      headers.append('Set-Cookie', cookie);
    const done = outcome.isChange ? 'changed' : 'cast';
    return redirect(`/polls/${id}/vote?${done}#outcome`, { status: 303, headers });
  }
  if (outcome.status === 401 && outcome.poll) return logInFirst(args, outcome.poll, choices);
  const { status, reason } = outcome;
  return failedForm({ status, headers: headersOf(outcome) }, values, { reason });
}

/** Leads visitors to the login and back to the poll; their browser keeps what they chose. */
function logInFirst(args: Route.ActionArgs, poll: Poll, choices: string[]) {
  const chosen = chosenOptions(poll, choices);
  if (typeof chosen === 'string')
    return failedForm({ status: 422, headers: PRIVATE }, { option: choices }, { reason: chosen });
  const headers = new Headers(PRIVATE);
  headers.append('Set-Cookie', keepChoice(writeContext(args).services.auth, poll.id, chosen));
  return redirect(`/login?next=${encodeURIComponent(`/polls/${poll.id}/vote`)}`, { status: 303, headers });
}

const FAILED = 'Your vote could not be saved. Please press Vote again in a moment.';

/** A database that can't save votes at the moment must not lose the selection. */
async function voteIfPossible(args: Route.ActionArgs, id: string, choices: string[]) {
  try {
    return await vote(args, id, choices);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    writeContext(args).services.log.error({ err: error }, 'a vote could not be saved');
    return 'failed' as const;
  }
}

const PRIVATE = { 'Cache-Control': 'private, no-store' };

function headersOf({ waitMs }: VoteFault): Record<string, string> {
  return waitMs === undefined ? PRIVATE : { ...PRIVATE, 'Retry-After': String(Math.ceil(waitMs / 1000)) };
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders;
}

async function loadOwnView(args: Route.LoaderArgs, read: ReadDb) {
  const { town, viewer, now } = readContext(args);
  const poll = await requireItem(findPoll, read, args.params.id);
  const voteStatus = await findOwnVoteStatus(args, poll.id, read);
  const asking = {
    isAdmin: isEditor(viewer),
    isMember: viewer.kind !== 'visitor',
    isVerified: viewer.kind !== 'visitor' && viewer.isVerified,
    member: viewer.kind === 'visitor' ? undefined : viewer,
    mailNote: storedMailNote(args.context.get(requestContextKey).services.settings),
  };
  const view = await loadPollView(poll, {
    read,
    now,
    clock: town,
    siteTitle: town.title,
    asking,
    voteStatus,
    withResults: voteStatus.kind !== 'none',
  });
  return { ...view, kept: findKeptChoice(writeContext(args).services.auth, args.request, poll.id) };
}

function noteOf(
  { own, kept, unconfirmed, state, hindrance }: PollView,
  query: URLSearchParams,
): VoteNote | undefined {
  if (own && query.has('changed')) return { tone: 'success', text: 'Your vote has been changed.' };
  if (own && query.has('cast')) return { tone: 'success', text: 'Thank you. Your vote is counted.' };
  if (query.has('withdrawn')) return { tone: 'success', text: 'Your vote has been withdrawn.' };
  const arrival = arrivalNoteOf(query, unconfirmed?.mailNote ?? '');
  if (arrival) return arrival;
  if (own || state !== 'open' || hindrance !== 'none') return undefined;
  if (kept?.length)
    return { tone: 'info', text: 'Your choice is selected below. Press Vote to cast your vote.' };
  return { tone: 'info', text: 'You have not voted in this poll from this browser.' };
}

export default function PollVote({ loaderData, actionData }: Route.ComponentProps) {
  const { poll } = loaderData;
  const note: VoteNote | undefined = actionData
    ? { tone: 'danger', text: actionData.reason ?? '' }
    : loaderData.note;
  return (
    <>
      <UnlistedHead title={`${poll.title} | ${poll.siteTitle}`} />
      <PollArticle poll={poll} note={note} />
    </>
  );
}
