import { data } from 'react-router';
import { titleOfInput } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { sha256Of } from '#app/items/proof/proof.ts';
import { listPublicationChanges, proofTextOf } from '#app/items/proof/publication-record.server.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { readContext } from '#app/people/request/context.ts';
import { DOCUMENTS } from '#app/platform/media/documents/document-record.server.ts';
import { loadDocumentProof } from './load-document-proof.server.ts';
import { type LoadedProof, type ProofArgs, sign, withPresent } from './sign-changes.server.ts';

/**
 * The proof of publication of an item or a document. Throws a 404 where there is none: to readers only while it is public.
 * An editor also gets that of what was public, without its text.
 */
export function loadProof(args: ProofArgs): Promise<LoadedProof> {
  return args.params.collection === DOCUMENTS ? loadDocumentProof(args) : loadItemProof(args);
}

async function loadItemProof(args: ProofArgs): Promise<LoadedProof> {
  const { read, collections, town, siteUrl, viewer } = readContext(args);
  const { collection: name, id } = args.params;
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (!collection?.facets.proof || !isItemId(id)) throw data(null, { status: 404 });
  const item = await collection.store.find(read, id);
  if (!item && !isEditor(viewer)) throw data(null, { status: 404 });
  const text = item ? (proofTextOf(collection, item, town) ?? null) : null;
  const recorded = await listPublicationChanges(read, collection, id);
  const changes = item && text !== null ? withPresent(recorded, item.updatedAt, sha256Of(text)) : recorded;
  const title = item ? titleOfInput(collection, item) : null;
  const slug = (item as { slug?: string } | undefined)?.slug;
  const href = title === null ? null : permalinkOf(name, { id, title, slug });
  const path = slug === undefined ? `/${name}/${id}` : permalinkOf(name, { id, title: '', slug });
  return { proof: await sign(read, { url: siteUrl + path, text, changes }), title, href, facts: null };
}
