import type { CallArgs } from '#app/desk/api/call.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { writeContext } from '#app/people/request/context.ts';
import { findSource } from '#app/sources/checks/read-sources.server.ts';
import { checkNow } from '#app/sources/pages/source/check-now.server.ts';
import { sourceJsonOf } from '#app/sources/source.ts';

/** Well before servers and clients cut off a connection without data: at 30 seconds this site's own. */
const MOST_MS = 15_000;

/** Checks a source, and says what that brought. */
export async function refreshSource(args: CallArgs): Promise<Response> {
  const id = String(args.params.id);
  const checked = await checkNow(args, id, patienceOf(args.request));
  if (checked.outcome === 'missing') return problemResponse(404);
  if (checked.outcome === 'running') return pointTo(args, id);
  if (checked.outcome === 'failed')
    return problemResponse(502, { title: 'The source could not be checked.', detail: checked.problem });
  const { found, new: added, changed, missing } = checked.result;
  return Response.json({ found, new: added, changed, missing });
}

/** How many milliseconds the client wants to wait: `Prefer: wait=5` or `respond-async` (RFC 7240). */
function patienceOf({ headers }: Request): number {
  const prefer = headers.get('Prefer') ?? '';
  const [, seconds] = /(?:^|[\s,;])wait\s{0,9}=\s{0,9}"?(\d{1,5})/i.exec(prefer) ?? [];
  if (seconds === undefined) return /(?:^|[\s,;])respond-async\b/i.test(prefer) ? 0 : MOST_MS;
  return Math.min(MOST_MS, Number(seconds) * 1000);
}

/** The check continues. The source shows when it has ended. */
async function pointTo(args: CallArgs, id: string): Promise<Response> {
  const { write, town, now } = writeContext(args);
  const source = await findSource(write, id, { now, zone: town.timeZone });
  if (!source) return problemResponse(404);
  const headers = { Location: `/api/v1/sources/${id}` };
  return Response.json(sourceJsonOf(source), { status: 202, headers });
}
