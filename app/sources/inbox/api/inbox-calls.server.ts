/** The API's calls for the inbox (product contract section 6). */
import type * as z from 'zod';
import type { CallArgs } from '#app/desk/api/call.ts';
import { jsonBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { listParameters } from '#app/desk/api/openapi-schemas.server.ts';
import { type FieldError, problemResponse, refuseFields } from '#app/desk/api/problem-document.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import type { EntryKind } from '#app/platform/database/tables/tables.ts';
import type { Decision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import { entryOrder, findDuplicate, listEntries } from '#app/sources/inbox/inbox-store.server.ts';
import { runUndo } from '#app/sources/inbox/undo.server.ts';
import { entriesJson, kindOf } from './inbox-json.server.ts';
import { decidedSchema, decisionSchema, inboxPageSchema, kindSchema, undoneSchema } from './inbox-schemas.ts';

export const inboxCalls = defineCalls('inbox', [
  {
    path: '/api/v1/inbox',
    method: 'GET',
    operationId: 'listInbox',
    summary: 'List what waits for review, last arrived first',
    policy: 'editor-or-token',
    parameters: [{ name: 'kind', in: 'query', schema: kindSchema }, ...listParameters],
    responses: { 200: { description: 'One page', schema: inboxPageSchema } },
    problems: [400],
    run: list,
  },
  {
    path: '/api/v1/inbox/{id}',
    method: 'POST',
    operationId: 'decideInboxEntry',
    summary: 'Decide about an entry of the inbox',
    policy: 'editor-or-token',
    body: jsonBody(decisionSchema),
    responses: { 200: { description: 'What was decided', schema: decidedSchema } },
    problems: [404, 409],
    run: decide,
  },
  {
    path: '/api/v1/inbox/undo',
    method: 'POST',
    operationId: 'undoInbox',
    summary: 'Undo the caller’s last decision',
    policy: 'editor-or-token',
    responses: { 200: { description: 'What waits again', schema: undoneSchema } },
    problems: [404, 409],
    run: undo,
  },
]);

const WRONG_KIND = 'kind must be articles, news, events, notices, suggestion, report or draft.';

/** The collections by the names that `kind` can have. */
const kinds: Record<string, string> = {
  articles: 'articles',
  article: 'articles',
  news: 'news',
  events: 'events',
  event: 'events',
  notices: 'notices',
  notice: 'notices',
};

/** The entries of people, by the names that `kind` can have. */
const ofPeople: Record<string, EntryKind> = {
  suggestion: 'suggestion',
  suggestions: 'suggestion',
  report: 'report',
  reports: 'report',
  draft: 'draft',
  drafts: 'draft',
};

async function list(args: CallArgs): Promise<Response> {
  const { read, now } = readContext(args);
  const query = new URL(args.request.url).searchParams;
  const asked = readListRequest(query, entryOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const kind = query.get('kind');
  if (kind !== null && !Object.hasOwn({ ...kinds, ...ofPeople }, kind))
    return problemResponse(400, { detail: WRONG_KIND });
  const filter = kind === null ? {} : { collection: kinds[kind], kind: ofPeople[kind] };
  const { items, next, previous } = await listEntries(read, asked, { ...filter, now });
  return Response.json({ items: await entriesJson(read, items, args), next, previous });
}

const GONE = 'No entry with this id waits in the inbox. It may have been decided already.';

async function decide(args: CallArgs, sent: z.output<typeof decisionSchema>): Promise<Response> {
  const { write, now } = writeContext(args);
  const decision = decisionOf(sent, now);
  if ('field' in decision) return refuseFields([decision]);
  const named = String(args.params.id);
  // A duplicate is separated by its own id as well.
  const duplicate = decision.action === 'split' ? await findDuplicate(write, named) : undefined;
  const id = duplicate?.entry ?? named;
  const about = duplicate ? { ...decision, duplicate: named } : decision;
  const { outcomes, summary } = await runDecision(args, [id], about as Decision, { whole: false });
  const [outcome] = outcomes;
  if (!outcome || outcome.status === 'gone') return problemResponse(404, { detail: GONE });
  if (outcome.status === 'refused')
    return outcome.errors.length > 0
      ? refuseFields(outcome.errors)
      : problemResponse(409, { detail: outcome.problem });
  const { action } = decision;
  const { collection } = outcome;
  return Response.json({ id, action, kind: kindOf(outcome), collection, itemId: outcome.itemId, summary });
}

/** The decision that was sent, or what is wrong with it. */
function decisionOf(
  { action, into, until, reason, note, block }: z.output<typeof decisionSchema>,
  now: number,
): Decision | FieldError {
  if (action === 'merge')
    return into === undefined
      ? { field: 'into', message: 'Enter the id to merge it into' }
      : { action, into };
  if (action === 'split') return { action, duplicate: into };
  if (action === 'discard') return { action, reason, note, block };
  if (action !== 'snooze') return { action };
  if (until === undefined) return { field: 'until', message: 'Enter a time' };
  return until <= now ? { field: 'until', message: 'Enter a time to come' } : { action, until };
}

async function undo(args: CallArgs): Promise<Response> {
  const undone = await runUndo(args);
  if (!undone) return problemResponse(404, { detail: 'There is nothing to undo.' });
  const { summary, entries, refused } = undone;
  const reasons = refused.map(({ title, problem }) => `“${title}” can’t be undone. ${problem}`);
  if (entries.length === 0) return problemResponse(409, { detail: reasons.join(' ') });
  return Response.json({ undone: summary, items: entries, problems: reasons });
}
