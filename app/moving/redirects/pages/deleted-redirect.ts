import type { Redirect } from '#app/moving/redirects/redirect-store.server.ts';
import { hidden, type ValuesOf } from '#app/platform/forms/field-spec.ts';

/**
 * A deleted redirect in an address and in the form of its Undo button. `seal` shows that this site wrote it: otherwise a
 * link could make the administrator create a redirect with one click.
 */
export const deletedForm = [hidden('removed', 'to', 'at', 'by', 'seal')];

export type DeletedRedirect = ValuesOf<typeof deletedForm>;

/** `keyedHash` is that of the services. */
export function sealDeleted(
  { fromPath, target, createdAt, moveIn }: Redirect,
  keyedHash: (text: string) => string,
): DeletedRedirect {
  const facts = { removed: fromPath, to: target, at: String(createdAt), by: moveIn ?? '' };
  return { ...facts, seal: keyedHash(sealed(facts)) };
}

/** The deleted redirect of these values; undefined if there is none, or this site did not write it. */
export function openDeleted(
  { seal, ...facts }: DeletedRedirect,
  keyedHash: (text: string) => string,
): { redirect: Redirect; facts: DeletedRedirect } | undefined {
  const { removed, to, at, by } = facts;
  if (removed === '' || seal !== keyedHash(sealed(facts))) return undefined;
  const redirect = { fromPath: removed, target: to, createdAt: Number(at), moveIn: by || null };
  return { redirect, facts: { ...facts, seal } };
}

function sealed(facts: Omit<DeletedRedirect, 'seal'>): string {
  return `deleted redirect ${JSON.stringify([facts.removed, facts.to, facts.at, facts.by])}`;
}
