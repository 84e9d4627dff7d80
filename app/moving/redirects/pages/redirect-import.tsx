import { randomUUID } from 'node:crypto';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import {
  type RedirectEntry,
  type RedirectSaving,
  saveRedirects,
} from '#app/moving/redirects/redirect-store.server.ts';
import { CsvError, readCsv } from '#app/newsletter/subscribers/read-csv.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { FileForm } from '#app/platform/ui/upload/file-form.tsx';
import type { FileFieldProps } from '#app/platform/ui/upload/upload-field.tsx';
import type { Route } from './+types/redirect-import';

const PATH = '/admin/redirects/import';

/** `/admin/redirects/import`: redirects from a CSV file. */
export async function action(args: Route.ActionArgs) {
  const { write, now, siteUrl, routes } = writeContext(args);
  const { isOwnAddress } = routes;
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const [skipped] = skippedFiles;
  if (skipped)
    return failedForm(skipped.refusal.status, {}, { problems: { file: skipped.refusal.sentence } });
  const [upload] = uploads;
  if (!upload || upload.bytes === 0) return failedForm(400, {}, { problems: { file: 'Choose a CSV file' } });
  const done = await importRedirects(write, upload.path, { now, siteUrl, isOwnAddress });
  if (done.added > 0) await recordActivity(args, 'redirects-imported', `${done.added} added`);
  return { problems: { file: done.problem }, done };
}

const file: FileFieldProps = {
  label: 'CSV file',
  hint: 'At most 20 MiB and 200,000 rows',
  accept: '.csv,.tsv,.txt,text/csv,text/plain',
  maxBytes: 20 * 1024 ** 2,
  required: true,
};

export default function RedirectImportPage({ actionData }: Route.ComponentProps) {
  const problem = actionData?.problems.file ?? '';
  const done = actionData && 'done' in actionData ? actionData.done : undefined;
  return (
    <AdminPage
      heading="Import redirects"
      parent={{ to: '/admin/redirects', label: 'Redirects' }}
      about="From a CSV file with two columns: the old address, and where it leads. The first line may name them “from” and “to”. Old addresses that already have a redirect keep it."
      notices={
        <>
          {done ? <Done done={done} /> : null}
          {problem ? <Alert tone="danger">{problem}.</Alert> : null}
        </>
      }
    >
      {done && done.refused.length > 0 ? <RefusedTable done={done} /> : null}
      <FileForm
        action={PATH}
        file={{ ...file, problem }}
        submit="Import"
        busy="Importing…"
        cancel="/admin/redirects"
      />
    </AdminPage>
  );
}

function Done({ done: { id, added, kept, refusedCount } }: { done: RedirectImport }) {
  const facts = [
    added === 1 ? '1 redirect was added.' : `${added} redirects were added.`,
    kept > 0 ? `${kept} old ${kept === 1 ? 'address has' : 'addresses have'} a redirect already.` : '',
    refusedCount > 0 ? `${refusedCount} ${refusedCount === 1 ? 'row was' : 'rows were'} refused.` : '',
  ];
  const text = facts.filter(Boolean).join(' ');
  if (added === 0) return <Alert tone="warning">{text}</Alert>;
  return (
    <UndoNotice action="/admin/redirects/changes" name="from" values={[id]} also={{ do: 'forget' }}>
      {text}
    </UndoNotice>
  );
}

function RefusedTable({ done: { refused, refusedCount } }: { done: RedirectImport }) {
  const more = refusedCount - refused.length;
  return (
    <section className="panel flush" aria-labelledby="refused">
      <h2 id="refused" className="vh">
        Refused rows
      </h2>
      <DataTable
        label="Refused rows"
        rows={refused}
        keyOf={({ line, from }) => `${line} ${from}`}
        columns={[
          { head: 'Line', cell: ({ line }) => `Line ${line}` },
          { head: 'Old address', cell: ({ from }) => from, label: true },
          { head: 'Leads to', cell: ({ to }) => to, label: true },
          { head: 'Problem', cell: ({ problem }) => problem },
        ]}
      />
      {more > 0 ? <p className="small">{`And ${more} more.`}</p> : null}
    </section>
  );
}

const MOST_ROWS = 200_000;
/** The page lists at most this many refused rows. */
const MOST_SHOWN = 200;
const BATCH = 200;

type RefusedLine = { line: number; from: string; to: string; problem: string };

/** `id` removes what was added (`removeRedirectsOf`). `problem`: why the rest of the file was not read. */
type RedirectImport = {
  id: string;
  added: number;
  kept: number;
  refusedCount: number;
  refused: RefusedLine[];
  problem?: string;
};

/**
 * Adds the redirects of a CSV file: the columns "from" and "to" (or the like), otherwise the first two. Old addresses
 * that have a redirect keep it. What can't be a redirect is left out and listed.
 */
async function importRedirects(
  db: WriteDb,
  path: string,
  saving: Omit<RedirectSaving, 'moveIn'>,
): Promise<RedirectImport> {
  const done: RedirectImport = { id: `csv ${randomUUID()}`, added: 0, kept: 0, refusedCount: 0, refused: [] };
  const note = (line: RefusedLine) => {
    done.refusedCount++;
    if (done.refused.length < MOST_SHOWN) done.refused.push(line);
  };
  const save = async (batch: Line[]) => {
    const { saved, kept, refused } = await saveRedirects(db, batch, { ...saving, moveIn: done.id });
    done.added += saved;
    done.kept += kept;
    for (const entry of refused) note({ ...entry, line: lineNumberOf(batch, entry) });
  };
  let batch: Line[] = [];
  try {
    for await (const line of readLines(path)) {
      batch.push(line);
      if (batch.length < BATCH) continue;
      await save(batch);
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    done.problem = error.message;
  }
  await save(batch);
  return done;
}

type Line = RedirectEntry & { line: number };

/** A refused entry is the row with the same text: two rows with the same text are refused for the same reason. */
function lineNumberOf(batch: Line[], { from, to }: RedirectEntry): number {
  return batch.find((row) => row.from === from && row.to === to)?.line ?? 0;
}

async function* readLines(path: string): AsyncGenerator<Line> {
  let columns: { from: number; to: number } | undefined;
  let count = 0;
  for await (const { line, cells } of readCsv(path)) {
    if (!columns) {
      columns = columnsOf(cells);
      if (!cells.some((cell) => /^(\/|https?:)/i.test(cell))) continue;
    }
    if (++count > MOST_ROWS)
      throw new CsvError(`Only the first ${MOST_ROWS.toLocaleString('en')} rows were read`);
    yield { line, from: cells[columns.from] ?? '', to: cells[columns.to] ?? '' };
  }
}

const FROM = /^(from|source|old|request|origin)\b/i;
const TO = /^(to|target|new|destination|redirect)\b/i;

function columnsOf(cells: string[]): { from: number; to: number } {
  const [from, to] = [FROM, TO].map((form) => cells.findIndex((cell) => form.test(cell)));
  return from === undefined || to === undefined || from < 0 || to < 0 ? { from: 0, to: 1 } : { from, to };
}
