/**
 * Says that the request needs a recent confirmation of identity. That page opens in another tab, so that typed
 * text stays; `next` is where it leads afterwards, a path of this site.
 */
export function ProofNote({ next }: { next: string }) {
  return (
    <p className="panel">
      You logged in more than ten minutes ago.{' '}
      <a href={`/account/proof?next=${encodeURIComponent(next)}`} target="_blank" rel="noreferrer">
        Confirm it’s you
      </a>{' '}
      in a new tab, then submit this form again.
    </p>
  );
}
