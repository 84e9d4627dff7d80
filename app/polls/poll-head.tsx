import { ItemJsonLd } from '#app/content/item-json-ld.tsx';
import { permalinkOf } from '#app/content/permalink.ts';
import { sharePictureOf } from '#app/content/share-picture-path.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import type { PollView } from './poll-view.server.ts';

/** Metadata of a poll, or of its results, for search engines and shared links. */
export function PollHead({ poll, page = 'poll' }: { poll: PollView; page?: 'poll' | 'results' }) {
  const { id, title, description, version, state } = poll;
  const isResults = page === 'results';
  return (
    <>
      <PageHead
        title={isResults ? `Results: ${title}` : title}
        description={description.replace(/\s+/g, ' ')}
        path={isResults ? `/polls/${id}/results` : permalinkOf('polls', poll)}
        // A closed poll may show its results.
        picture={sharePictureOf('polls', { id, version: `${version}-${state}` })}
      />
      <ItemJsonLd collection="polls" facts={poll} />
    </>
  );
}
