import type { Graph } from 'schema-dts';
import { permalinkOf, sharePictureOf } from '#app/items/content/permalink.ts';
import { breadcrumbsOf, graphOf } from '#app/items/lists/json-ld.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { PollView } from './poll-view.server.ts';

/** The share image of a poll, as a path. It changes with the poll's state, which it shows. */
export function shareImageOf({ id, version, state }: Pick<PollView, 'id' | 'version' | 'state'>): string {
  return sharePictureOf('polls', { id, version: `${version}-${state}` });
}

/**
 * A poll as https://schema.org/Question with its options. With votes only if the page shows them; if anyone may vote
 * without an account, there is no single number.
 */
export function pollJsonLd(poll: PollView, site: SiteFacts): Graph {
  const path = permalinkOf('polls', poll);
  const shared = site.url + shareImageOf(poll);
  const [table, ...others] = poll.results?.tables ?? [];
  const counts = new Map(others.length > 0 ? [] : table?.rows.map((row) => [row.id, row.count]));
  return graphOf(
    {
      '@type': 'Question',
      name: poll.title,
      text: poll.description,
      url: site.url + path,
      mainEntityOfPage: site.url + path,
      image: poll.picture ? [site.url + pictureAddress(poll.picture), shared] : [shared],
      inLanguage: languageOfTexts(site.locale),
      answerCount: poll.options.length,
      suggestedAnswer: poll.options.map(({ id, text }) => {
        const count = counts.get(id);
        return { '@type': 'Answer', text, ...(count === undefined ? {} : { upvoteCount: count }) };
      }),
    },
    breadcrumbsOf(site, ['Polls', '/polls'], [poll.title, path]),
  );
}
