import { data } from 'react-router';
import { type Proof, signProof } from '#app/items/proof/proof.ts';
import { findProofKey } from '#app/items/proof/proof-keys.server.ts';
import type { PublicationChange } from '#app/items/proof/publication-record.server.ts';
import type { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';

export type ProofArgs = Parameters<typeof readContext>[0] & { params: { collection: string; id: string } };

/** A proof, and what it is about: `facts` describes the file of a document, and is null for texts. */
export type LoadedProof = {
  proof: Proof;
  title: string | null;
  href: string | null;
  facts: string | null;
};

type Signing = { url: string; text: string | null; changes: PublicationChange[] };

/** Throws a 404 where nothing was public. */
export async function sign(db: ReadDb, { url, text, changes }: Signing): Promise<Proof> {
  const first = changes[0];
  const last = changes.findLast(({ sha256 }) => sha256 !== null);
  const key = await findProofKey(db);
  if (!first || !last?.sha256 || !key) throw data(null, { status: 404 });
  const end = changes.at(-1);
  const facts = {
    url,
    text,
    sha256: last.sha256,
    from: isoOf(first.at),
    to: end && end.sha256 === null ? isoOf(end.at) : null,
    changes: changes.map(({ at, sha256 }) => ({ at: isoOf(at), sha256 })),
  };
  return signProof(facts, key);
}

/** What was public before there was a record, and imports, are recorded with the next change. */
export function withPresent(
  changes: PublicationChange[],
  savedAt: number,
  sha256: string,
): PublicationChange[] {
  const last = changes.at(-1);
  if (last?.sha256 === sha256) return changes;
  return [...changes, { at: Math.max(savedAt, last?.at ?? 0), sha256 }];
}
