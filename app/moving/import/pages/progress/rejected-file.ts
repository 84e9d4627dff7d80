import { redirect } from 'react-router';
import { formatCsv } from '#app/items/text/csv-text.ts';
import { listImportProblems } from '#app/moving/import/import-store.server.ts';
import { findByAddress } from '#app/moving/import/pages/load-import.server.ts';
import { csvResponse } from '#app/newsletter/subscribers/pages/csv-response.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Route } from './+types/rejected-file';

const BATCH = 1000;

/** `/admin/move-in/{id}/rejected.csv`: every record that is rejected or should be checked, with its place and the reason. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const moveIn = await findByAddress(read, args.params.id);
  if (!moveIn) throw redirect('/admin/move-in');
  return csvResponse('rejected.csv', pieces(read, moveIn.id));
}

async function* pieces(db: ReadDb, id: string): AsyncGenerator<string> {
  yield formatCsv([['file', 'record', 'title', 'field', 'state', 'problem']]);
  for (let after = 0; ; ) {
    const rows = await listImportProblems(db, id, { after, limit: BATCH });
    if (rows.length > 0)
      yield formatCsv(
        rows.map(({ file, record, title, field, verdict, problem }) => [
          file,
          record,
          title,
          field,
          verdict === 'refused' ? 'rejected' : 'check',
          problem,
        ]),
      );
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.number ?? after;
  }
}
