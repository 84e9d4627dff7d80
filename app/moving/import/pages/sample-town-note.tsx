import { Link } from 'react-router';
import { sampleTownPath } from '#app/items/sample-town/sample-town-request.ts';

/** Reminds of the items of the sample town, which `words` counts, and how to remove them. */
export function SampleTownNote({ words }: { words: string }) {
  return (
    <>
      <strong>Remove the sample town.</strong> {words} What you import stays.{' '}
      <Link className="button button--small" to={sampleTownPath}>
        Remove the sample town
      </Link>
    </>
  );
}
