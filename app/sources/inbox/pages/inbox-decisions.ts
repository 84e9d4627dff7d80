import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision, undecidedOf } from '#app/sources/inbox/decisions.server.ts';
import { runUndo } from '#app/sources/inbox/undo.server.ts';
import type { Route } from './+types/inbox-decisions';
import type { DecisionResult } from './review-queue.ts';

/** The most decisions that one request can bring. */
const MOST = 1000;

type Sent = Record<string, unknown> & { key: string; ids: string[] };

/** Decisions that the page sends in the background: a list, carried out in its order. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { values } = await readForm(args.request, [hidden('decisions')]);
  const sent = readSent(values.decisions);
  if (!sent) return Response.json(null, { status: 400 });
  const results: DecisionResult[] = [];
  for (const one of sent) results.push(await carryOut(args, one));
  return Response.json(results);
}

async function carryOut(args: Route.ActionArgs, { key, ids, ...fields }: Sent): Promise<DecisionResult> {
  if (fields.do === 'undo') return undo(args, key, fields.batch);
  const { town, now } = writeContext(args);
  const read = readDecision(fields.do, fields, { town, now });
  if (!read.decision) return { key, batch: null, summary: '', failed: {}, problem: read.problem };
  const decided = await runDecision(args, ids, read.decision, { whole: true });
  return { key, batch: decided.batch, summary: decided.summary, failed: undecidedOf(decided, ids) };
}

async function undo(args: Route.ActionArgs, key: string, batch: unknown): Promise<DecisionResult> {
  const undone = await runUndo(args, typeof batch === 'string' ? batch : undefined);
  if (!undone) return { key, batch: null, summary: '', failed: {}, problem: 'There is nothing to undo.' };
  const [refused] = undone.refused;
  const problem = refused && `“${refused.title}” can’t be undone. ${refused.problem}`;
  return { key, batch: null, summary: undone.summary, failed: {}, ...(problem ? { problem } : {}) };
}

function readSent(text: string): Sent[] | undefined {
  try {
    const sent: unknown = JSON.parse(text);
    return Array.isArray(sent) && sent.length <= MOST && sent.every(isSent) ? sent : undefined;
  } catch {
    return undefined;
  }
}

function isSent(one: unknown): one is Sent {
  const { key, ids } = (one ?? {}) as Partial<Sent>;
  return typeof key === 'string' && Array.isArray(ids) && ids.every((id) => typeof id === 'string');
}

/** This address has no page. */
export function loader() {
  return redirect('/admin/inbox');
}
