/** Receives the files of a form on the disk, so that a large one takes no more memory than a small one. */
import { mkdir, rm } from 'node:fs/promises';
import { canSetUp } from '#app/people/administrator/administrator.server.ts';
import { callerOf, type Fault, type RequestContext } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import { nameWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import type { BoundedRequest } from '#app/site/body-limit.ts';
import { mayKeepFile } from '#app/sources/suggestions/form-guard.server.ts';
import { findRoute, policyOfPath } from '../route-table.ts';
import { boundaryOf, MultipartError, readMultipart } from './read-multipart.ts';
import { unread } from './request-body.ts';
import { maxBytesOf, type UploadLimits } from './upload-limits.ts';
import { openSpool, TooLarge } from './upload-spool.ts';

/**
 * Receives a form with files: they are in `visit.uploads`, and the returned request has the other fields, until
 * `release`. Reads nothing for a user who may not send it, nor when the disk is nearly full. `onReceiving` is called
 * when it begins to read, with the milliseconds that this may take.
 */
export async function receiveUpload(
  request: Request,
  requestContext: RequestContext,
  { limits, onReceiving }: { limits: UploadLimits; onReceiving: (limitMs: number) => void },
): Promise<BoundedRequest> {
  requestContext.fault ??= await findFaultOf(request, requestContext, limits);
  const policy = policyOfPath(new URL(request.url).pathname, request.method);
  if (
    requestContext.fault ||
    policyStatusOf(policy, callerOf(requestContext)) ||
    !(await mayUpload(request, requestContext))
  )
    return unread(request);
  // What a stranger wrote arrives whatever becomes of the picture.
  const isKept = policy !== 'public' || hasSecret(request) || (await mayKeepFile(requestContext));
  onReceiving(limits.receiveMs);
  const { workFolder } = requestContext.services.media;
  const folder = nameWorkFolder(workFolder);
  const release = () => rm(folder, { recursive: true, force: true });
  const isDiskFull = requestContext.services.media.isDiskFull;
  const spool = openSpool(folder, { limits: isKept ? limits : { ...limits, files: 0 }, isDiskFull });
  try {
    if (await isDiskFull(lengthOf(request))) spool.refuse();
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(spool.fail);
    await readMultipart(
      counted(request, limits),
      boundaryOf(request.headers.get('Content-Type') ?? '') ?? '',
      spool.open,
    );
  } catch (error) {
    await spool.close();
    await release();
    requestContext.fault = faultOf(error, limits);
    return unread(request);
  }
  requestContext.uploads = spool.uploads;
  requestContext.skippedFiles = spool.skipped;
  return { request: requestWith(request, spool.fields), release };
}

/**
 * Strangers must not fill the disk: a public form that takes files is opened by its link alone, the one for set-up, or
 * keeps few pictures of a network.
 */
async function mayUpload(request: Request, { services }: RequestContext): Promise<boolean> {
  const address = new URL(request.url);
  if (policyOfPath(address.pathname, request.method) !== 'public' || !hasSecret(request)) return true;
  return canSetUp(services.auth, address.searchParams.get('token') ?? '');
}

/** Whether the address of the request has a parameter that only some know. */
function hasSecret(request: Request): boolean {
  return findRoute(new URL(request.url).pathname)?.route.hasSecret === true;
}

async function findFaultOf(
  request: Request,
  { services }: RequestContext,
  limits: UploadLimits,
): Promise<Fault | undefined> {
  const length = lengthOf(request);
  if (length > maxBytesOf(limits)) return tooLarge(limits);
  // Programs don't lose a text.
  const isProgram = new URL(request.url).pathname.startsWith('/api/');
  if (isProgram && (await services.media.isDiskFull(length)))
    return { status: 507, sentence: limits.diskFull.sentence };
  return undefined;
}

/** The announced length in bytes; 0 if there is none. */
function lengthOf(request: Request): number {
  return Number(request.headers.get('Content-Length') ?? 0) || 0;
}

/** More was sent than fits into one form. */
function tooLarge({ excess }: UploadLimits): Fault {
  return { status: 413, sentence: excess };
}

async function* counted(request: Request, limits: UploadLimits): AsyncGenerator<Uint8Array> {
  const most = maxBytesOf(limits);
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new TooLarge();
    yield chunk;
  }
}

/** Throws what is not about the body: the client has disconnected, or the disk is broken. */
function faultOf(error: unknown, limits: UploadLimits): Fault {
  if (error instanceof TooLarge) return tooLarge(limits);
  if (error instanceof MultipartError)
    return { status: 400, sentence: 'The upload did not arrive complete. Please send it again.' };
  throw error;
}

/** The same request as a form without files. */
function requestWith(request: Request, fields: URLSearchParams): Request {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('Content-Length');
  headers.set('Content-Type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return new Request(url, { method, headers, signal, body: fields });
}
