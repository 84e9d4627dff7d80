import { formatCsv } from '#app/items/text/csv-text.ts';
import { pageRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import { csvResponse } from '#app/newsletter/subscribers/pages/csv-response.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Route } from './+types/redirects-file';

const ROWS_OF_STEP = 1000;

/** All redirects as a table for spreadsheets, which an import reads again. */
export function loader(args: Route.LoaderArgs) {
  return csvResponse('redirects.csv', writeRedirects(writeContext(args).services.read));
}

async function* writeRedirects(db: ReadDb): AsyncGenerator<string> {
  yield formatCsv([['from', 'to']]);
  for (let after: { sort: string; id: string } | undefined; ; ) {
    // Every old address begins with a slash.
    const { items, next } = await pageRedirects(db, { beginning: '/' }, { limit: ROWS_OF_STEP, after });
    yield formatCsv(items.map(({ id, target }) => [id, target]));
    const last = items.at(-1)?.id;
    if (!next || last === undefined) return;
    after = { sort: last, id: last };
  }
}
