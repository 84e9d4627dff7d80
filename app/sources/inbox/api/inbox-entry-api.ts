import type * as z from 'zod';
import { type FieldError, problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { listProblems } from '#app/items/content/parse-item.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import type { Decision } from '#app/sources/inbox/decision.ts';
import { findDuplicate } from '#app/sources/inbox/find-duplicate.server.ts';
import { runDecision } from '#app/sources/inbox/run-decision.server.ts';
import type { Route } from './+types/inbox-entry-api';
import { decisionSchema, inboxCalls } from './inbox-operations.ts';

const GONE = 'No entry with this id waits in the inbox. It may have been decided already.';

/** `/api/v1/inbox/{id}`: decides about an entry (product contract section 6). Never throws. */
export function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return notAllowed();
  return respondTo({ name: 'decide inbox', policy: inboxCalls.decide.policy }, args, () => decideOne(args));
}

export function loader() {
  return notAllowed();
}

function notAllowed(): Response {
  return problemResponse(405, { headers: { Allow: 'POST' } });
}

async function decideOne(args: Route.ActionArgs): Promise<Response> {
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const { write, now } = writeVisit(args);
  const parsed = decisionSchema.safeParse(body);
  if (!parsed.success) return refuseFields(listProblems(parsed.error));
  const decision = decisionOf(parsed.data, now);
  if ('field' in decision) return refuseFields([decision]);
  // A duplicate is separated by its own id as well.
  const duplicate = decision.action === 'split' ? await findDuplicate(write, args.params.id) : undefined;
  const id = duplicate?.entry ?? args.params.id;
  const about = duplicate ? { ...decision, duplicate: args.params.id } : decision;
  const { outcomes, summary } = await runDecision(args, [id], about as Decision, { whole: false });
  const [outcome] = outcomes;
  if (!outcome || outcome.status === 'gone') return problemResponse(404, { detail: GONE });
  if (outcome.status === 'refused')
    return outcome.errors.length > 0
      ? refuseFields(outcome.errors)
      : problemResponse(409, { detail: outcome.problem });
  const { action } = decision;
  return Response.json({ id, action, kind: outcome.collection, itemId: outcome.itemId, summary });
}

/** The decision that was sent, or what is wrong with it. */
function decisionOf(
  { action, into, until }: z.output<typeof decisionSchema>,
  now: number,
): Decision | FieldError {
  if (action === 'merge')
    return into === undefined
      ? { field: 'into', message: 'Enter the id to merge it into' }
      : { action, into };
  if (action === 'split') return { action, duplicate: into };
  if (action !== 'snooze') return { action };
  if (until === undefined) return { field: 'until', message: 'Enter a time' };
  return until <= now ? { field: 'until', message: 'Enter a time to come' } : { action, until };
}

function refuseFields(problems: (FieldError & { unknown?: boolean })[]): Response {
  const errors = problems.map(({ field, message }) => ({ field, message }));
  return problemResponse(problems.some(({ unknown }) => unknown) ? 400 : 422, { errors });
}
