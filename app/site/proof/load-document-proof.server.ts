import { data } from 'react-router';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { listPublicationChanges } from '#app/items/proof/publication-record.server.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { readContext } from '#app/people/request/context.ts';
import { DOCUMENTS, offeredSince } from '#app/platform/media/documents/document-record.server.ts';
import { findDocument } from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import { listDocumentUses } from '#app/platform/media/documents/document-uses.server.ts';
import { type LoadedProof, type ProofArgs, sign, withPresent } from './sign-changes.server.ts';

/** The proof of a document: of the bytes of its files, from when readers could have them. */
export async function loadDocumentProof(args: ProofArgs): Promise<LoadedProof> {
  const { read, siteUrl, viewer } = readContext(args);
  const { id } = args.params;
  const document = await findDocument(read, id);
  const offeredAt = document && (await findOfferedAt(args, id));
  if (!document || (offeredAt === undefined && !isEditor(viewer))) throw data(null, { status: 404 });
  const recorded = await listPublicationChanges(read, { name: DOCUMENTS }, id);
  const changes =
    offeredAt === undefined
      ? recorded
      : withPresent(recorded, offeredSince(document, offeredAt), document.sha256);
  const href = documentPath(document);
  return {
    proof: await sign(read, { url: siteUrl + href, text: null, changes }),
    title: document.title,
    href,
    facts: documentFacts(document),
  };
}

/** Since when, at the latest, a published item has offered the document (UTC epoch milliseconds); undefined if none does. */
async function findOfferedAt(args: ProofArgs, id: string): Promise<number | undefined> {
  const { read, collections } = readContext(args);
  const uses = await listDocumentUses(read, sourcesOf(collections), [id]);
  const saved: number[] = [];
  for (const { collection, itemId, state } of uses) {
    if (state !== 'published') continue;
    const item = await collections[collection]?.store.find(read, itemId);
    if (item) saved.push(item.updatedAt);
  }
  return saved.length > 0 ? Math.min(...saved) : undefined;
}
