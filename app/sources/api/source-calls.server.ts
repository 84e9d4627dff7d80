/** The API's calls for sources (product contract section 6). */
import type { CallArgs } from '#app/desk/api/call.ts';
import { type JsonObject, jsonBody, uncheckedBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { text } from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse, refuseFields } from '#app/desk/api/problem-document.ts';
import { listProblems } from '#app/items/content/item-schema.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { findSource, listSources } from '#app/sources/checks/read-sources.server.ts';
import { findMeant } from '#app/sources/pages/sent-address.server.ts';
import { checkNow } from '#app/sources/pages/source/check-now.server.ts';
import {
  type Source,
  type SourceInput,
  sourceAddressOf,
  sourceJsonOf,
  sourceJsonSchema,
  sourceSchema,
} from '#app/sources/source.ts';
import {
  addSource,
  changeSource,
  pauseSource,
  removeSource,
  resumeSource,
} from '#app/sources/source-store.server.ts';
import { previewSource } from './preview-source.server.ts';
import {
  preferParameter,
  previewInput,
  previewSchema,
  refreshSchema,
  severalSchema,
  sourceChanges,
  sourceInput,
  sourcesPage,
} from './source-schemas.ts';

const policy = 'editor-or-token';

/** What does not lead to one source. */
const unclear = {
  description: 'Invalid fields, or an address that is no source and leads to none or to several',
  schema: severalSchema,
};

export const sourceCalls = defineCalls('sources', [
  {
    path: '/api/v1/sources',
    method: 'GET',
    operationId: 'listSources',
    summary: 'List sources by name',
    policy,
    responses: { 200: { description: 'All sources', schema: sourcesPage } },
    run: listAll,
  },
  {
    path: '/api/v1/sources',
    method: 'POST',
    operationId: 'addSource',
    summary: 'Add a source, which is then checked',
    policy,
    body: uncheckedBody(sourceInput),
    responses: { 201: { description: 'The new source', schema: sourceJsonSchema }, 422: unclear },
    problems: [409],
    run: add,
  },
  {
    path: '/api/v1/sources/{id}',
    method: 'GET',
    operationId: 'findSource',
    summary: 'Read one source',
    policy,
    responses: { 200: { description: 'The source', schema: sourceJsonSchema } },
    problems: [404],
    run: findOne,
  },
  {
    path: '/api/v1/sources/{id}',
    method: 'PATCH',
    operationId: 'changeSource',
    summary: 'Change a source',
    policy,
    body: uncheckedBody(sourceChanges, { isPatch: true }),
    responses: { 200: { description: 'The changed source', schema: sourceJsonSchema }, 422: unclear },
    problems: [404, 409],
    run: change,
  },
  {
    path: '/api/v1/sources/{id}',
    method: 'DELETE',
    operationId: 'removeSource',
    summary: 'Remove a source; what it brought stays on the site',
    policy,
    responses: { 204: { description: 'Removed' } },
    problems: [404],
    run: remove,
  },
  {
    path: '/api/v1/sources/{id}/refresh',
    method: 'POST',
    operationId: 'refreshSource',
    summary: 'Check a source now',
    policy,
    parameters: [preferParameter],
    responses: {
      200: { description: 'What the check brought', schema: refreshSchema },
      202: {
        description: 'It takes longer. The check continues, and has ended when lastCheckAt changes',
        headers: { Location: { description: 'The address of the source', schema: text } },
        schema: sourceJsonSchema,
      },
    },
    problems: [404, 502],
    run: refreshSource,
  },
  {
    path: '/api/v1/sources/preview',
    method: 'POST',
    operationId: 'previewSource',
    summary: 'Find the feed behind an address, and list what an import would bring',
    policy,
    body: jsonBody(previewInput),
    responses: { 200: { description: 'What would be imported', schema: previewSchema } },
    run: previewSource,
  },
]);

async function listAll(args: CallArgs): Promise<Response> {
  const { read, town, now } = readContext(args);
  const sources = await listSources(read, { now, zone: town.timeZone });
  return Response.json({ items: sources.map(sourceJsonOf), next: null, previous: null });
}

async function findOne(args: CallArgs): Promise<Response> {
  const source = await find(args, String(args.params.id));
  return source ? Response.json(sourceJsonOf(source)) : problemResponse(404);
}

/** From the handle that writes: a change is seen at once. */
function find(args: CallArgs, id: string): Promise<Source | undefined> {
  const { write, town, now } = writeContext(args);
  return findSource(write, id, { now, zone: town.timeZone });
}

/** Of a page its feed; what is not sent then fits the feed. */
async function add(args: CallArgs, body: JsonObject): Promise<Response> {
  const { write, now, viewer } = writeContext(args);
  const { input, problems } = readInput(body);
  if (!input) return problems;
  const { address, fitting, refusal: unmeant } = await findMeant(args, String(body.address), input);
  if (unmeant) return unmeant;
  const meant = readInput({ ...fitting, ...body, address });
  if (!meant.input) return meant.problems;
  const by = viewer.kind === 'visitor' ? null : viewer.userId;
  const { outcome, id } = await addSource(write, meant.input, { by, now });
  if (outcome === 'taken') return refuseTaken(id);
  await recordActivity(args, 'source-added', meant.input.name);
  const source = await find(args, id);
  return Response.json(source && sourceJsonOf(source), {
    status: 201,
    headers: { Location: `/api/v1/sources/${id}` },
  });
}

/** What is not sent stays as it is. */
async function change(args: CallArgs, body: JsonObject): Promise<Response> {
  const { write, now } = writeContext(args);
  const id = String(args.params.id);
  const present = await find(args, id);
  if (!present) return problemResponse(404);
  const { state, ...sent } = body;
  if (state !== undefined && state !== 'paused' && state !== 'working')
    return problemResponse(422, { errors: [{ field: 'state', message: 'Choose paused or working' }] });
  const { address, name, feeds, trust, zone, rank, every, areas, severity } = present;
  const { input, problems } = readInput({
    ...{ address, name, feeds, trust, zone, rank, every, areas, severity },
    ...sent,
  });
  if (!input) return problems;
  if (input.address !== address) {
    const { address, refusal } = await findMeant(args, String(sent.address), input);
    if (refusal) return refusal;
    input.address = sourceAddressOf(address) ?? input.address;
  }
  const changed = await changeSource(write, { id, version: present.version }, input, now);
  if (changed.outcome === 'missing') return problemResponse(404);
  if (changed.outcome === 'conflict')
    return problemResponse(409, { detail: 'The source was changed in the meantime. Send it again.' });
  if (changed.outcome === 'taken') return refuseTaken(changed.id);
  if (state === 'paused') await pauseSource(write, id);
  if (state === 'working' && (present.state === 'paused' || present.stopped !== null)) {
    const resumed = await resumeSource(write, id, now);
    if (resumed.outcome === 'taken') return refuseTaken(resumed.id);
  }
  await recordActivity(args, 'source-changed', input.name);
  return findOne(args);
}

async function remove(args: CallArgs): Promise<Response> {
  const { write, now } = writeContext(args);
  const id = String(args.params.id);
  const source = await find(args, id);
  if (!source || !(await removeSource(write, id, now))) return problemResponse(404);
  await recordActivity(args, 'source-removed', source.name);
  return new Response(null, { status: 204 });
}

type Read = { input: SourceInput; problems?: undefined } | { input?: undefined; problems: Response };

function readInput(body: JsonObject): Read {
  const read = sourceSchema.safeParse(body);
  return read.success ? { input: read.data } : { problems: refuseFields(listProblems(read.error)) };
}

function refuseTaken(id: string): Response {
  const message = `The source ${id} has this address already`;
  return problemResponse(409, { detail: `${message}.`, errors: [{ field: 'address', message }] });
}

/** Well before servers and clients cut off a connection without data: at 30 seconds this site's own. */
const MOST_MS = 15_000;

/** Checks a source, and says what that brought. */
async function refreshSource(args: CallArgs): Promise<Response> {
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
