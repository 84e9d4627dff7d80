import { readContext } from '#app/people/request/context.ts';
import { listDocumentVersions } from '#app/platform/media/documents/document-store.server.ts';
import type { Route } from './+types/document-version-file';
import { documentResponse, missingDocument } from './document-response.server.ts';

/** `/admin/documents/{id}/versions/{number}`: an earlier file of a document. */
export async function loader(args: Route.LoaderArgs) {
  const { id, number } = args.params;
  const versions = await listDocumentVersions(readContext(args).read, id);
  const version = versions.find((each) => String(each.number) === number);
  return version ? documentResponse(args, version, 'private') : missingDocument();
}
