import { permalinkOf } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { shareImageOf } from '#app/polls/poll-json-ld.ts';
import type { PollView } from '#app/polls/poll-view.server.ts';

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
      <ItemJsonLd collection="polls" facts={poll} documents={poll.documents} />
    </>
  );
}
