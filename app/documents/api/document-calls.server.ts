/** The API's calls for documents (product contract section 6). */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { formBody, type JsonObject, uncheckedBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { listParameters, text } from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse, refuseFields } from '#app/desk/api/problem-document.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { addSentDocument } from '#app/desk/form/documents/sent-documents.server.ts';
import {
  documentJson,
  documentOutput,
  documentUsesJson,
  documentWordsSchema,
  readDocumentWords,
} from '#app/documents/document.ts';
import { recordDocumentFindings } from '#app/items/accessibility/record-findings.server.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { callerOf, readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Upload } from '#app/platform/media/add-picture.server.ts';
import { replaceDocument } from '#app/platform/media/documents/add-document.server.ts';
import type { DocumentError } from '#app/platform/media/documents/document-errors.ts';
import {
  changeDocument,
  documentOrder,
  findDocument,
  listDocuments,
  type StoredDocument,
} from '#app/platform/media/documents/document-store.server.ts';
import { isDocumentPublic, listDocumentUses } from '#app/platform/media/documents/document-uses.server.ts';
import { removeDocument } from '#app/platform/media/documents/remove-document.server.ts';

const policy = 'editor-or-token';

const cursor = z.string().nullable();
const pageSchema = z.object({ items: z.array(documentOutput), next: cursor, previous: cursor });

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

const file: Json = {
  type: 'string',
  format: 'binary',
  description: 'PDF, Word, Excel, PowerPoint, OpenDocument, CSV or text, up to 25 MiB',
};

/** The form of an upload, for the OpenAPI document. */
const uploadSchema: Json = {
  type: 'object',
  properties: { file, title: text, language: text, summary: text },
  required: ['file'],
  additionalProperties: false,
};

const replacementSchema: Json = {
  type: 'object',
  properties: { file },
  required: ['file'],
  additionalProperties: false,
};

const path = '/api/v1/documents';

export const documentCalls = defineCalls('documents', [
  {
    path,
    method: 'GET',
    operationId: 'listDocuments',
    summary: 'List documents, newest first',
    policy,
    parameters: [
      { name: 'q', in: 'query', description: 'Words of the title, name or summary', schema: text },
      {
        name: 'show',
        in: 'query',
        description: 'Only documents with findings, or only those that nothing uses',
        schema: { type: 'string', enum: ['findings', 'unused'] },
      },
      ...listParameters,
    ],
    responses: { 200: { description: 'One page', schema: pageSchema } },
    problems: [400],
    run: list,
  },
  {
    path,
    method: 'POST',
    operationId: 'uploadDocument',
    summary: 'Upload a document; the same file again returns the one that is there',
    policy,
    body: formBody(uploadSchema),
    responses: {
      200: { description: 'The same file was uploaded before', schema: documentOutput },
      201: { description: 'The new document', schema: documentOutput },
    },
    problems: [507],
    run: receiveDocument,
  },
  {
    path: `${path}/{id}`,
    method: 'GET',
    operationId: 'findDocument',
    summary: 'Read one document; without a login only one that a published item uses',
    policy: 'public',
    parameters: [idParameter],
    responses: { 200: { description: 'The document', schema: documentOutput } },
    problems: [404],
    run: findOne,
  },
  {
    path: `${path}/{id}`,
    method: 'PATCH',
    operationId: 'changeDocument',
    summary: 'Change what is said about a document',
    policy,
    parameters: [idParameter],
    body: uncheckedBody(() => createSchema(documentWordsSchema, { io: 'input' }).schema as Json, {
      isPatch: true,
    }),
    responses: { 200: { description: 'The changed document', schema: documentOutput } },
    problems: [404],
    run: change,
  },
  {
    path: `${path}/{id}`,
    method: 'DELETE',
    operationId: 'removeDocument',
    summary: 'Delete a document that nothing uses',
    policy,
    parameters: [idParameter],
    responses: { 204: { description: 'Deleted' } },
    problems: [404, 409],
    run: remove,
  },
  {
    path: `${path}/{id}/file`,
    method: 'PUT',
    operationId: 'replaceDocument',
    summary: 'Replace the file of a document, whose address stays; the earlier file is kept as a version',
    policy,
    parameters: [idParameter],
    body: formBody(replacementSchema),
    responses: { 200: { description: 'The document with its new file', schema: documentOutput } },
    problems: [404, 409, 507],
    run: replace,
  },
]);

function isEditor({ context }: CallArgs): boolean {
  return policyStatusOf('editor-or-token', callerOf(context.get(requestContextKey))) === undefined;
}

async function list(args: CallArgs): Promise<Response> {
  const { read, siteUrl, collections } = readContext(args);
  const query = new URL(args.request.url).searchParams;
  const asked = readListRequest(query, documentOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const show = query.get('show') ?? undefined;
  if (show !== undefined && show !== 'findings' && show !== 'unused')
    return problemResponse(400, { detail: 'show must be findings or unused.' });
  const { items, next, previous } = await listDocuments(read, { q: query.get('q') ?? '', show }, asked);
  const uses = await listDocumentUses(
    read,
    sourcesOf(collections),
    items.map(({ id }) => id),
  );
  return Response.json({ items: items.map((item) => documentJson(item, uses, siteUrl)), next, previous });
}

/** To the public, a document exists only while a published item uses it. */
async function findOne(args: CallArgs): Promise<Response> {
  const { read } = readContext(args);
  const id = String(args.params.id);
  const editor = isEditor(args);
  if (!editor && !(await isDocumentPublic(read, id))) return problemResponse(404);
  const document = await findDocument(editor ? writeContext(args).write : read, id);
  return document ? documentResponse(args, document) : problemResponse(404);
}

async function change(args: CallArgs, body: JsonObject): Promise<Response> {
  const { write, now } = writeContext(args);
  const read = readDocumentWords(body);
  if (read.problems) return refuseFields(read.problems);
  const changed = await changeDocument(write, String(args.params.id), read.words, now);
  if (!changed) return problemResponse(404);
  await recordDocumentFindings(write, [changed.id]);
  await recordActivity(args, 'document-changed', subjectOf(changed));
  return documentResponse(args, changed);
}

async function remove(args: CallArgs): Promise<Response> {
  const { write, collections } = writeContext(args);
  const id = String(args.params.id);
  const document = await findDocument(write, id);
  const removal = await removeDocument(write, sourcesOf(collections), id);
  if (removal.kind === 'missing' || !document) return problemResponse(404);
  if (removal.kind === 'used')
    return problemResponse(409, {
      title: 'The document is in use.',
      more: { usedBy: documentUsesJson(removal.uses) },
    });
  await recordActivity(args, 'document-removed', subjectOf(document));
  return new Response(null, { status: 204 });
}

function subjectOf({ id, title }: StoredDocument): string {
  return `/admin/documents/${id} ${title}`;
}

/** A document as the API returns it, with where it is used now: for readers, by what is published. */
async function documentResponse(args: CallArgs, document: StoredDocument, status = 200): Promise<Response> {
  const { write, read, siteUrl, collections } = writeContext(args);
  const editor = isEditor(args);
  const uses = await listDocumentUses(editor ? write : read, sourcesOf(collections), [document.id]);
  const shown = editor ? uses : uses.filter(({ state }) => state === 'published');
  const headers: Record<string, string> = status === 201 ? { Location: `${path}/${document.id}` } : {};
  return Response.json(documentJson(document, shown, siteUrl), { status, headers });
}

/** Adds the file of a form with what it says about the document. */
async function receiveDocument(args: CallArgs): Promise<Response> {
  const sent = await readUpload(args);
  if (sent instanceof Response) return sent;
  const read = readDocumentWords(sent.fields);
  if (read.problems) return refuseFields(read.problems);
  const upload = uploadOf(sent);
  if (upload instanceof Response) return upload;
  const added = await addSentDocument(args, upload, read.words);
  if (added.refusal) return refuseFile(added.refusal);
  return documentResponse(args, added.document, added.isNew ? 201 : 200);
}

async function replace(args: CallArgs): Promise<Response> {
  const { services, write, now } = writeContext(args);
  const id = String(args.params.id);
  if (!(await findDocument(write, id))) return problemResponse(404);
  const sent = await readUpload(args);
  if (sent instanceof Response) return sent;
  const [unknown] = Object.keys(sent.fields);
  if (unknown) return refuseFields([{ field: unknown, message: 'Unknown field', unknown: true }]);
  const upload = uploadOf(sent);
  if (upload instanceof Response) return upload;
  const replaced = await replaceDocument(id, upload, { media: services.media, db: write, now });
  if (!replaced) return problemResponse(404);
  if (replaced.refusal) return refuseFile(replaced.refusal);
  await recordDocumentFindings(write, [id]);
  if (replaced.isNew) await recordActivity(args, 'document-replaced', subjectOf(replaced.document));
  return documentResponse(args, replaced.document);
}

type Sent = { fields: Record<string, unknown>; upload: Upload | undefined };

/** What a form brought: a refusal if it is none, or if its file was refused while it arrived. An empty text says nothing. */
async function readUpload(args: CallArgs): Promise<Sent | Response> {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const skipped = skippedFiles.find(({ field }) => field === 'file');
  if (skipped && uploads.length === 0) return refuseFile(skipped.refusal);
  // Multipart, which `server/requests/receive-upload.ts` has turned into a form without files.
  const type = args.request.headers.get('Content-Type') ?? '';
  if (!/^application\/x-www-form-urlencoded/i.test(type))
    return problemResponse(415, { detail: 'Send multipart/form-data.' });
  const form = await args.request.formData();
  const fields = Object.fromEntries([...form].filter(([, value]) => value !== ''));
  return { fields, upload: uploads.length === 1 && skippedFiles.length === 0 ? uploads[0] : undefined };
}

function uploadOf({ upload }: Sent): Upload | Response {
  if (upload?.field === 'file') return upload;
  return refuseFields([{ field: 'file', message: 'Send one file in the field named file' }]);
}

function refuseFile({ status, sentence }: DocumentError): Response {
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '5' } : {};
  return problemResponse(status, {
    ...(status === 503 ? { title: 'The document could not be saved right now.' } : {}),
    detail: sentence,
    headers,
    errors: [{ field: 'file', message: sentence }],
  });
}
