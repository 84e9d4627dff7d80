/**
 * Says that what was sent needs a recent proof of who sends it. The proof opens beside the page, so that what was
 * typed stays where it is; `next` is where it leads afterwards, a path of this site.
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
