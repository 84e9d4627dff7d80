import { describeKey } from '#app/items/proof/proof.ts';
import { listProofKeys } from '#app/items/proof/proof-keys.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import type { Route } from './+types/proof-keys-file';

/** `/proof/keys.json`: the Ed25519 keys of the site's proofs, the present one first, in base64url. */
export async function loader(args: Route.LoaderArgs) {
  const keys = await listProofKeys(readContext(args).read);
  return Response.json({
    keys: keys.map(({ publicKey, createdAt }, at) => ({
      key: publicKey,
      fingerprint: describeKey(publicKey),
      createdAt: isoOf(createdAt),
      // A key signs until the next one is created.
      retiredAt: at === 0 ? null : isoOf(keys[at - 1]?.createdAt ?? createdAt),
    })),
  });
}
