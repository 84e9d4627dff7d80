import { redirect } from 'react-router';
import { formatCsv } from '#app/items/text/csv-text.ts';
import { type RefusedRow, tryImport } from '#app/newsletter/subscribers/import-subscribers.server.ts';
import { findImportFile } from '#app/newsletter/subscribers/subscriber-files.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { Route } from './+types/refused-rows-file';
import { csvResponse } from './csv-response.ts';

/** Every row of a checked file that would not be imported, with its line and the reason. */
export async function loader(args: Route.LoaderArgs) {
  const { services, read, town, now } = writeContext(args);
  const { searchParams } = args.url;
  const file = await findImportFile(services.settings.dataFolder, searchParams.get('kept') ?? '');
  // Kept for an hour: then it has to be checked again.
  if (!file) return redirect('/admin/newsletter/subscribers/import');
  const column = /^\d{1,3}$/.exec(searchParams.get('column') ?? '')?.[0];
  const rows: RefusedRow[] = [];
  await tryImport(read, {
    file,
    column: column === undefined ? undefined : Number(column),
    consent: { source: '', at: now },
    now,
    zone: town.timeZone,
    onRefused: (row) => void rows.push(row),
  });
  return csvResponse('refused.csv', pieces(rows));
}

async function* pieces(rows: RefusedRow[]): AsyncGenerator<string> {
  yield formatCsv([['line', 'email', 'reason']]);
  for (let at = 0; at < rows.length; at += 1000)
    yield formatCsv(rows.slice(at, at + 1000).map(({ line, email, reason }) => [line, email, reason]));
}
