import { Link } from 'react-router';
import { messages } from '#app/platform/messages.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';

/** The 404 page in place of a form, with the way back. */
export function MissingItem({ list }: { list: string }) {
  return (
    <div className="empty">
      <UnlistedHead title="Page not found" />
      <h1>{messages.notFoundCode}</h1>
      <p>{messages.notFound}</p>
      <p className="mt">
        <Link className="button" to={list}>
          Back to the list
        </Link>
      </p>
    </div>
  );
}
