import { editorOf } from '#app/items/drafts/editor.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { findSummary } from './decision-record.server.ts';

type Args = Parameters<typeof readContext>[0] & { url: URL };

/** What the page's address says about the last decision: what was done and can be undone, or why nothing was. */
export type InboxNews = {
  notice: { batch: string; summary: string } | null;
  undone: string | null;
  choose: string | null;
  gone: boolean;
};

/** `matching` is how many items match the page's filter now. */
export async function findInboxNews(args: Args, matching: number): Promise<InboxNews> {
  const { read, town } = readContext(args);
  const query = args.url.searchParams;
  const batch = query.get('done');
  const by = editorOf(args.context.get(requestContextKey));
  const summary = batch === null ? undefined : await findSummary(read, batch, by);
  const number = new Intl.NumberFormat(town.locale);
  const rest = [
    ...refusedWords(query.get('refused'), number),
    ...(query.has('left') && matching > 0 ? [`${number.format(matching)} more match and still wait.`] : []),
  ];
  return {
    notice: summary === undefined ? null : { batch: batch ?? '', summary: [summary, ...rest].join(' ') },
    undone: query.get('undone'),
    choose: query.get('choose'),
    gone: query.has('gone'),
  };
}

/** How many of the last decision failed, if its address doesn't name them all. */
function refusedWords(count: string | null, number: Intl.NumberFormat): string[] {
  if (!/^[1-9]\d{0,6}$/.test(count ?? '')) return [];
  return [`${number.format(Number(count))} could not be saved and still wait.`];
}
