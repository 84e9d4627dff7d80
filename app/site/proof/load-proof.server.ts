import { data } from 'react-router';
import { titleOfInput } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { type Proof, sha256Of, signProof } from '#app/items/proof/proof.ts';
import { findProofKey } from '#app/items/proof/proof-keys.server.ts';
import {
  listPublicationChanges,
  type PublicationChange,
  proofTextOf,
} from '#app/items/proof/publication-record.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';

type Args = Parameters<typeof readContext>[0] & { params: { collection: string; id: string } };

/**
 * The proof of publication of an item. Throws a 404 where there is none: to readers only while the item is public. An
 * editor also gets that of an item that was public, without its text.
 */
export async function loadProof(
  args: Args,
): Promise<{ proof: Proof; title: string | null; href: string | null }> {
  const { read, collections, town, siteUrl, viewer } = readContext(args);
  const { collection: name, id } = args.params;
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (!collection?.facets.proof || !isItemId(id)) throw data(null, { status: 404 });
  const item = await collection.store.find(read, id);
  if (!item && viewer.kind !== 'admin') throw data(null, { status: 404 });
  const text = item ? (proofTextOf(collection, item, town) ?? null) : null;
  const recorded = await listPublicationChanges(read, collection, id);
  const changes = item && text !== null ? withPresent(recorded, item.updatedAt, text) : recorded;
  const first = changes[0];
  const last = changes.findLast(({ sha256 }) => sha256 !== null);
  const key = await findProofKey(read);
  if (!first || !last?.sha256 || !key) throw data(null, { status: 404 });
  const end = changes.at(-1);
  const title = item ? titleOfInput(collection, item) : null;
  const slug = (item as { slug?: string } | undefined)?.slug;
  const href = title === null ? null : permalinkOf(name, { id, title, slug });
  const proof = signProof(
    {
      url: siteUrl + (slug === undefined ? `/${name}/${id}` : permalinkOf(name, { id, title: '', slug })),
      text,
      sha256: last.sha256,
      from: isoOf(first.at),
      to: end && end.sha256 === null ? isoOf(end.at) : null,
      changes: changes.map(({ at, sha256 }) => ({ at: isoOf(at), sha256 })),
    },
    key,
  );
  return { proof, title, href };
}

/** Items from before there was a record, and from imports, are recorded with their next change. */
function withPresent(changes: PublicationChange[], savedAt: number, text: string): PublicationChange[] {
  const sha256 = sha256Of(text);
  const last = changes.at(-1);
  if (last?.sha256 === sha256) return changes;
  return [...changes, { at: Math.max(savedAt, last?.at ?? 0), sha256 }];
}
