import { problemResponse } from '#app/desk/api/problem.ts';
import { type JsonObject, readJsonObject } from '#app/desk/api/read-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { readVisit, writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import { findSource, listSources } from '#app/sources/checks/read-sources.server.ts';
import { findMeant } from '#app/sources/pages/sent-address.server.ts';
import {
  type Source,
  type SourceInput,
  sourceAddressOf,
  sourceJsonOf,
  sourceSchema,
} from '#app/sources/source.ts';
import {
  addSource,
  changeSource,
  pauseSource,
  removeSource,
  resumeSource,
} from '#app/sources/source-store.server.ts';
import type { Route } from './+types/sources-api';
import { type SourceCall, sourceCalls } from './source-operations.ts';

type Args = Route.LoaderArgs | Route.ActionArgs;

/** `/api/v1/sources` and `/api/v1/sources/{id}` (product contract section 6). Never throws. */
export function loader(args: Route.LoaderArgs) {
  return args.params.id === undefined
    ? call('list', args, () => listResponse(args))
    : call('find', args, () => oneResponse(args));
}

export function action(args: Route.ActionArgs) {
  const { method } = args.request;
  if (args.params.id === undefined) {
    if (method === 'POST') return call('add', args, () => add(args));
    return problemResponse(405, { headers: { Allow: 'GET, HEAD, POST' } });
  }
  if (method === 'PATCH') return call('change', args, () => change(args));
  if (method === 'DELETE') return call('remove', args, () => remove(args));
  return problemResponse(405, { headers: { Allow: 'GET, HEAD, PATCH, DELETE' } });
}

function call(name: SourceCall, args: Args, work: () => Promise<Response>): Promise<Response> {
  return respondTo({ name: `${name} sources`, policy: sourceCalls[name].policy }, args, work);
}

async function listResponse(args: Args): Promise<Response> {
  const { read, town, now } = readVisit(args);
  const sources = await listSources(read, { now, zone: town.timeZone });
  return Response.json({ items: sources.map(sourceJsonOf), next: null, previous: null });
}

async function oneResponse(args: Args): Promise<Response> {
  const source = await find(args, String(args.params.id));
  return source ? Response.json(sourceJsonOf(source)) : problemResponse(404);
}

/** From the handle that writes: a change is seen at once. */
function find(args: Args, id: string): Promise<Source | undefined> {
  const { write, town, now } = writeVisit(args);
  return findSource(write, id, { now, zone: town.timeZone });
}

/** Of a page its feed; what is not sent then fits the feed. */
async function add(args: Args): Promise<Response> {
  const { write, now, viewer } = writeVisit(args);
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const { input, problems } = readInput(body);
  if (!input) return problems;
  const { address, fitting, refusal: unmeant } = await findMeant(args, String(body.address), input);
  if (unmeant) return unmeant;
  const meant = readInput({ ...fitting, ...body, address });
  if (!meant.input) return meant.problems;
  const by = viewer.kind === 'admin' ? viewer.userId : null;
  const { outcome, id } = await addSource(write, meant.input, { by, now });
  if (outcome === 'taken') return refuseTaken(id);
  await noteDone(args, 'source-added', meant.input.name);
  const source = await find(args, id);
  return Response.json(source && sourceJsonOf(source), {
    status: 201,
    headers: { Location: `/api/v1/sources/${id}` },
  });
}

/** What is not sent stays as it is. */
async function change(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  const id = String(args.params.id);
  const { body, refusal } = await readJsonObject(args.request, [
    'application/json',
    'application/merge-patch+json',
  ]);
  if (refusal) return refusal;
  const present = await find(args, id);
  if (!present) return problemResponse(404);
  const { state, ...sent } = body;
  if (state !== undefined && state !== 'paused' && state !== 'working')
    return problemResponse(422, { errors: [{ field: 'state', message: 'Choose paused or working' }] });
  const { address, name, feeds, trust, zone, rank, every } = present;
  const { input, problems } = readInput({ address, name, feeds, trust, zone, rank, every, ...sent });
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
  await noteDone(args, 'source-changed', input.name);
  return oneResponse(args);
}

async function remove(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  const id = String(args.params.id);
  const source = await find(args, id);
  if (!source || !(await removeSource(write, id, now))) return problemResponse(404);
  await noteDone(args, 'source-removed', source.name);
  return new Response(null, { status: 204 });
}

type Read = { input: SourceInput; problems?: undefined } | { input?: undefined; problems: Response };

function readInput(body: JsonObject): Read {
  const read = sourceSchema.safeParse(body);
  return read.success ? { input: read.data } : { problems: refuseFields(read.error) };
}

function refuseTaken(id: string): Response {
  const message = `The source ${id} has this address already`;
  return problemResponse(409, { detail: `${message}.`, errors: [{ field: 'address', message }] });
}
