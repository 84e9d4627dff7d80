import { ItemJsonLd } from '#app/content/item-json-ld.tsx';
import { permalinkOf } from '#app/content/permalink.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { shareImageOf } from './poll-json-ld.ts';
import type { PollView } from './poll-view.server.ts';

/** Metadata of a poll, or of its results, for search engines and shared links. */
export function PollHead({ poll, page = 'poll' }: { poll: PollView; page?: 'poll' | 'results' }) {
  const { id, title, description } = poll;
  const isResults = page === 'results';
  return (
    <>
      <PageHead
        title={isResults ? `Results: ${title}` : title}
        description={description.replace(/\s+/g, ' ')}
        path={isResults ? `/polls/${id}/results` : permalinkOf('polls', poll)}
        picture={shareImageOf(poll)}
      />
      <ItemJsonLd collection="polls" facts={poll} />
    </>
  );
}
