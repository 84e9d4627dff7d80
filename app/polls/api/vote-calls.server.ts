/** The API's calls for the votes of a poll (product contract section 4); the results belong to the poll. */

import * as z from 'zod';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { jsonBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { object, text } from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { isDatabaseUnavailable } from '#app/platform/database/database-error.ts';
import { resultsJson } from '#app/polls/poll-json.server.ts';
import { maySeeResults, stateOf } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';
import {
  faultOfState,
  findOwnVoteStatus,
  type VoteOutcome,
  vote,
  withdraw,
} from '#app/polls/voting.server.ts';

const voteSchema = z.strictObject({ option: z.unknown().optional() });

const option: Json = {
  description: 'The id or text of an option, or a list of them if several may be chosen',
  oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 }],
};

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the poll',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
};

/** What both calls have in common. Each poll decides who may vote, so the policy is open. */
const common = {
  path: '/api/v1/polls/{id}/votes',
  policy: 'public' as const,
  security: [{ session: [] }, {}],
  parameters: [idParameter],
  problems: [404],
};

/** Why a vote is not counted or withdrawn. */
const refusals = {
  401: { description: 'Log in to vote' },
  403: { description: 'The user may not vote in this poll; `detail` says why' },
  409: { description: 'The poll is not open, or the vote was sealed when it closed' },
};

const voteOutput = object({
  poll: text,
  option,
  receipt: { ...text, description: 'Code of the ballot in the list once the poll has closed' },
  results: { description: 'As in the poll; null if hidden', type: ['object', 'null'] },
});

export const voteCalls = defineCalls('polls', [
  {
    ...common,
    method: 'POST',
    operationId: 'castVote',
    summary: 'Cast or change your vote',
    body: jsonBody(voteSchema, { shown: { ...object({ option }), additionalProperties: false } }),
    responses: {
      200: {
        description: 'The vote as counted now; repeating the call changes nothing',
        schema: voteOutput,
      },
      422: { description: 'The option is not in this poll, or too many are chosen' },
      429: { description: 'Too many votes without an account from this network' },
      ...refusals,
    },
    run: (args, sent) => orUncertain(args, () => cast(args, sent)),
  },
  {
    ...common,
    method: 'DELETE',
    operationId: 'withdrawVote',
    summary: 'Withdraw your vote',
    responses: { 204: { description: 'The session has no vote' }, ...refusals },
    run: (args) => orUncertain(args, () => withdrawOwn(args)),
  },
]);

/** Repeating a vote is safe, whether or not it was saved: 503 if the database failed. */
async function orUncertain(args: CallArgs, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const { services, reference } = args.context.get(requestContextKey);
    services.log.error({ err: error, reference }, 'a vote could not be saved');
    const detail = 'Your vote may not have been saved. Send it again in a moment.';
    return problemResponse(503, { detail, headers: { 'Retry-After': '3' } });
  }
}

async function cast(args: CallArgs, { option }: z.output<typeof voteSchema>): Promise<Response> {
  const choices = readChoices(option);
  if (!choices) return refuseOption('Send the id or text of an option, or a list of them');
  const id = String(args.params.id);
  const outcome = isItemId(id) ? await vote(args, id, choices) : undefined;
  return outcome ? responseTo(args, outcome) : problemResponse(404);
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

async function responseTo(args: CallArgs, outcome: VoteOutcome): Promise<Response> {
  if (outcome.kind === 'refused') {
    const { status, reason, waitMs } = outcome;
    if (status === 422) return refuseOption(reason);
    const headers: Record<string, string> = waitMs ? { 'Retry-After': String(Math.ceil(waitMs / 1000)) } : {};
    return problemResponse(status, { title: TITLES[status], detail: reason, headers });
  }
  const { poll, vote: own, cookies } = outcome;
  const { services, now, viewer } = args.context.get(requestContextKey);
  const asking = { isAdmin: isEditor(viewer), hasVoted: true };
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
  403: 'You can’t vote in this poll',
};

/** Withdrawing a missing vote succeeds. */
async function withdrawOwn(args: CallArgs): Promise<Response> {
  const { services, now, token } = args.context.get(requestContextKey);
  // A browser's cookie does not count next to a token.
  if (token !== 'none') return problemResponse(403, { title: TITLES[403], detail: 'API tokens can’t vote.' });
  const id = String(args.params.id);
  const poll = isItemId(id) ? await findPoll(services.write, id) : undefined;
  if (!poll) return problemResponse(404);
  const fault = faultOfState(poll, now);
  if (fault) return problemResponse(fault.status, { detail: fault.reason });
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
