import type { RouterContextProvider } from 'react-router';
import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { visitContext } from '#app/people/request/context.ts';
import { isDatabaseFailure } from '#app/platform/database/failure.ts';
import { resultsJson } from '#app/polls/poll-json.server.ts';
import { maySeeResults, stateOf } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';
import {
  findOwnVoteStatus,
  refusalOfState,
  type VoteOutcome,
  vote,
  withdraw,
} from '#app/polls/voting.server.ts';
import type { Route } from './+types/poll-votes-api';

type Args = { request: Request; params: { id: string }; context: Readonly<RouterContextProvider> };

/** `/api/v1/polls/{id}/votes`: votes are cast, changed and withdrawn here; the results belong to the poll. */
export function loader() {
  return problemResponse(405, { headers: { Allow: 'POST, DELETE' } });
}

/**
 * POST `{option}` casts or changes the vote of the session's user, DELETE withdraws it (product contract section 4).
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { services, reference, token } = args.context.get(visitContext);
  try {
    if (token === 'invalid')
      return problemResponse(401, { headers: { 'WWW-Authenticate': 'Bearer realm="Belfry"' } });
    if (args.request.method === 'POST') return await castByCall(args);
    if (args.request.method === 'DELETE') return await withdrawByCall(args);
    return problemResponse(405, { headers: { Allow: 'POST, DELETE' } });
  } catch (error) {
    services.log.error({ err: error, reference }, 'a vote could not be saved');
    if (!isDatabaseFailure(error)) return problemResponse(500, { detail: `Reference ${reference}.` });
    // Repeating it is safe, whether or not it was saved.
    const detail = 'Your vote may not have been saved. Send it again in a moment.';
    return problemResponse(503, { detail, headers: { 'Retry-After': '3' } });
  }
}

async function castByCall(args: Args): Promise<Response> {
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const { option, ...unknown } = body;
  const excess = Object.keys(unknown);
  if (excess.length > 0) {
    const errors = excess.map((field) => ({ field, message: 'Unknown field' }));
    return problemResponse(400, { errors });
  }
  const choices = readChoices(option);
  if (!choices) return refuseOption('Send the id or text of an option, or a list of them');
  const { id } = args.params;
  const outcome = isItemId(id) ? await vote(args, id, choices) : undefined;
  return outcome ? answerOf(args, outcome) : problemResponse(404);
}

const MOST_CHOICES = 50;

function readChoices(option: unknown): string[] | undefined {
  const choices = Array.isArray(option) ? option : [option];
  const isText = (choice: unknown): choice is string => typeof choice === 'string';
  return choices.length <= MOST_CHOICES && choices.every(isText) ? choices : undefined;
}

function refuseOption(message: string): Response {
  return problemResponse(422, { detail: message, errors: [{ field: 'option', message }] });
}

async function answerOf(args: Args, outcome: VoteOutcome): Promise<Response> {
  if (outcome.kind === 'refused') {
    const { status, reason, waitMs } = outcome;
    if (status === 422) return refuseOption(reason);
    const headers: Record<string, string> = waitMs ? { 'Retry-After': String(Math.ceil(waitMs / 1000)) } : {};
    return problemResponse(status, { title: TITLES[status], detail: reason, headers });
  }
  const { poll, vote: own, cookies } = outcome;
  const { services, now, viewer } = args.context.get(visitContext);
  const asking = { isAdmin: viewer.kind === 'admin', hasVoted: true };
  const mayKnow = maySeeResults(poll.resultsShown, stateOf(poll, now), asking);
  const results = mayKnow ? resultsJson(poll, await countPoll(services.write, poll.id)) : null;
  const option = poll.maxChoices === 1 ? own.choices[0] : own.choices;
  const response = Response.json({ poll: poll.id, option, receipt: own.receipt, results });
  response.headers.set('Cache-Control', 'private, no-store');
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Instead of the titles about the administrator. */
const TITLES: Record<number, string | undefined> = {
  401: 'Log in to vote',
  403: 'You cannot vote in this poll',
};

/** Withdrawing a missing vote succeeds. */
async function withdrawByCall(args: Args): Promise<Response> {
  const { services, now, token } = args.context.get(visitContext);
  // A browser's cookie does not count next to a token.
  if (token !== 'none')
    return problemResponse(403, { title: TITLES[403], detail: 'API tokens cannot vote.' });
  const { id } = args.params;
  const poll = isItemId(id) ? await findPoll(services.write, id) : undefined;
  if (!poll) return problemResponse(404);
  const refusal = refusalOfState(poll, now);
  if (refusal) return problemResponse(refusal.status, { detail: refusal.reason });
  const voteStatus = await findOwnVoteStatus(args, poll.id, services.write);
  if (voteStatus.kind === 'sealed')
    return problemResponse(409, { detail: 'Your ballot was sealed when the poll closed.' });
  if (voteStatus.kind === 'restored')
    return problemResponse(409, {
      detail: 'The site was restored from a backup, which does not record which ballot is yours.',
    });
  await withdraw(args, poll.id);
  return new Response(null, { status: 204 });
}
