import { redirect } from 'react-router';
import { callerOf, readContext, requestContextKey } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import { findDocument } from '#app/platform/media/documents/document-store.server.ts';
import { documentPath } from '#app/platform/media/documents/document-types.ts';
import { isDocumentPublic } from '#app/platform/media/documents/document-uses.server.ts';
import type { Route } from './+types/document-file';
import { documentResponse, missingDocument } from './document-response.server.ts';

/**
 * `/documents/{id}/{name}`: the file of a document; for readers only while a published item uses it, for everything else
 * 404. An earlier name leads to the present one.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const { id, name } = args.params;
  const isPublic = await isDocumentPublic(read, id);
  if (!isPublic && !isEditor(args)) return missingDocument();
  const document = await findDocument(read, id);
  if (!document) return missingDocument();
  if (document.name !== name) return redirect(documentPath(document), 302);
  return documentResponse(args, document, isPublic ? 'public' : 'private');
}

function isEditor({ context }: Route.LoaderArgs): boolean {
  return policyStatusOf('editor-or-token', callerOf(context.get(requestContextKey))) === undefined;
}
