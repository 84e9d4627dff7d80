import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import {
  findColumns,
  type ImportClock,
  type ImportColumns,
  type ImportedRow,
  readRow,
} from './import-columns.ts';
import { CsvError, readCsv } from './read-csv.server.ts';
import { addressProblemOf } from './request-subscription.server.ts';
import type { Consent, SubscriberState } from './subscriber.ts';
import {
  findHolderIds,
  hashAddress,
  insertSubscribers,
  newRow,
  saveOptInsOf,
} from './subscriber-rows.server.ts';
import { addSubscriber, setState } from './subscriber-store.server.ts';

/** A larger list must be imported in parts. */
const MOST_ROWS = 200_000;

/** A larger step of an import would hold up requests while its statement is made. */
const ROWS_OF_STEP = { trial: 500, import: 100 };

/** A row that was not imported. `email` is what the file says, on one line. */
export type RefusedRow = { line: number; email: string; reason: string };

/** How many rows of a file become subscribers, and what happens to the others. */
const noRows = {
  rows: 0,
  added: 0,
  /** They get the newsletter already. */
  known: 0,
  /** They unsubscribed here, or emails to them bounced: only they can change that. */
  suppressed: 0,
  /** The file says that they unsubscribed or bounced elsewhere: they stay off the list. */
  off: 0,
  /** The file says so, but they subscribed here: that counts. */
  kept: 0,
  /** The same address again in the same file. */
  repeated: 0,
  refused: 0,
};

export type ImportCounts = typeof noRows;

type Importing = {
  /** The file's path. */
  file: string;
  /** The position of the column with the addresses, if the administrator chose one. */
  column?: number | undefined;
  /** Where and when the people agreed; rows with their own consent keep it. */
  consent: Consent;
  /** UTC epoch milliseconds. */
  now: number;
  /** The town's time zone, for dates of the file without one. */
  zone: string;
  /** Asked after each step of an import: `true` ends it, and the same call again continues. */
  isOver?: () => boolean;
  /** Called with each refused row, in order. */
  onRefused?: (row: RefusedRow) => void;
};

/**
 * `isPartial`: it was ended before the end of the file. `names` are the file's columns, if its first row names them.
 */
export type ImportOutcome =
  | { kind: 'read'; counts: ImportCounts; columns: ImportColumns; isPartial: boolean }
  | { kind: 'unreadable'; problem: string; names: string[] };

/** What an import of the file would do: the same as `importSubscribers`, without changing anything. */
export function tryImport(db: ReadDb, importing: Importing): Promise<ImportOutcome> {
  const reading = { ...importing, isOver: () => false };
  return readFile(reading, ROWS_OF_STEP.trial, async (rows, counts) => void (await judge(db, rows, counts)));
}

/**
 * Subscribes the people of a CSV file who agreed elsewhere, 100 per transaction. Sends nothing, and subscribes nobody
 * who unsubscribed or whose address bounced. Can be repeated: those who are there already stay as they are.
 */
export function importSubscribers(db: WriteDb, importing: Importing): Promise<ImportOutcome> {
  const { consent, now } = importing;
  return readFile(importing, ROWS_OF_STEP.import, (rows, counts) =>
    inTransaction(db, async (transaction) => {
      const step = { ...counts };
      const { fresh, waiting } = await judge(transaction, rows, step);
      await addFresh(transaction, fresh, consent, now);
      for (const { address, consent: own } of waiting)
        await addSubscriber(transaction, { email: address, consent: { ...consent, ...own } }, now);
      return step;
    }).then((step) => void Object.assign(counts, step)),
  );
}

type ValidRow = ImportedRow & { address: string };

async function readFile(
  { file, column, now, zone, onRefused = () => undefined, isOver = () => false }: Importing,
  size: number,
  take: (rows: ValidRow[], counts: ImportCounts) => Promise<void>,
): Promise<ImportOutcome> {
  const counts = { ...noRows };
  const seen = new Set<string>();
  const off = new Set<string>();
  let columns: ImportColumns | undefined;
  let rows: ValidRow[] = [];
  const refuse = (line: number, text: string, reason: string) => {
    counts.refused++;
    onRefused({ line, email: plainLine(text, 100), reason });
  };
  try {
    await findOff(off, file, column, { now, zone });
    for await (const { line, cells } of readCsv(file)) {
      if (!columns) {
        columns = findColumns(cells, column);
        if (!columns) return unreadable('No column looks like email addresses. Choose the column.', cells);
        if (columns.names) continue;
      }
      if (++counts.rows > MOST_ROWS)
        return unreadable('The file has more than 200,000 rows. Split it into smaller files.', []);
      const row = readRow(cells, columns, { now, zone });
      // Whichever row comes first: who left in one of them does not want it.
      row.isOff ||= off.has(row.address ?? '');
      const problem = problemOf(row);
      if (problem) refuse(line, row.text, problem);
      else if (seen.has(row.address as string)) counts.repeated++;
      else {
        seen.add(row.address as string);
        rows.push(row as ValidRow);
      }
      if (rows.length < size) continue;
      await take(rows, counts);
      rows = [];
      if (isOver()) return { kind: 'read', counts, columns, isPartial: true };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!columns) return unreadable(error.message, []);
    refuse(counts.rows + 1, '', `${error.message}: nothing after it was read`);
  }
  if (!columns) return unreadable('The file is empty.', []);
  if (rows.length > 0) await take(rows, counts);
  return { kind: 'read', counts, columns, isPartial: false };
}

function unreadable(problem: string, names: string[]): ImportOutcome {
  return { kind: 'unreadable', problem, names };
}

function problemOf({ address, text, isOff, problem }: ImportedRow): string | undefined {
  if (!address) return text === '' ? 'No address' : addressProblemOf(text);
  return isOff ? undefined : problem;
}

/** Adds the addresses that any row of the file calls unsubscribed or bounced. */
async function findOff(
  off: Set<string>,
  file: string,
  column: number | undefined,
  clock: ImportClock,
): Promise<void> {
  let columns: ImportColumns | undefined;
  try {
    for await (const { cells } of readCsv(file)) {
      columns ??= findColumns(cells, column);
      if (!columns || off.size > MOST_ROWS) return;
      const { isOff, address } = readRow(cells, columns, clock);
      if (isOff && address) off.add(address);
    }
  } catch (error) {
    // The second reading reports it.
    if (!(error instanceof CsvError)) throw error;
  }
}

/** Sorts the rows by what is known about their addresses, and counts them. */
async function judge(
  db: ReadDb,
  rows: ValidRow[],
  counts: ImportCounts,
): Promise<{ fresh: ValidRow[]; waiting: ValidRow[] }> {
  const known = await findStates(db, rows);
  const fresh: ValidRow[] = [];
  const waiting: ValidRow[] = [];
  for (const row of rows) {
    const state = known.get(hashAddress(row.address));
    if (state === undefined) fresh.push(row);
    if (state === 'active') counts[row.isOff ? 'kept' : 'known']++;
    else if (row.isOff) counts.off++;
    else if (state === 'unsubscribed' || state === 'bounced') counts.suppressed++;
    else {
      counts.added++;
      if (state) waiting.push(row);
    }
  }
  return { fresh, waiting };
}

async function findStates(db: ReadDb, rows: ValidRow[]): Promise<Map<string, SubscriberState>> {
  const hashes = rows.map(({ address }) => hashAddress(address));
  const found = await db
    .selectFrom('newsletter_subscriber')
    .select(['addressHash', 'state'])
    .where('addressHash', 'in', hashes)
    .execute();
  return new Map(found.map(({ addressHash, state }) => [addressHash, state]));
}

async function addFresh(db: WriteDb, rows: ValidRow[], consent: Consent, now: number): Promise<void> {
  if (rows.length === 0) return;
  const on = rows.filter(({ isOff }) => !isOff).map(({ address }) => address);
  const holders = await findHolderIds(db, on);
  const made = await Promise.all(
    rows.map(({ address, isOff, topics, frequency, consent: own }) => {
      const preferences = { ...(topics ? { topics } : {}), ...(frequency ? { frequency } : {}) };
      const agreed = { ...consent, ...own };
      const userId = isOff ? null : (holders.get(address) ?? null);
      const state = isOff ? ('waiting' as const) : ('active' as const);
      return newRow({ address, state, ...preferences, consent: agreed, userId }, now);
    }),
  );
  const added = new Set(await insertSubscribers(db, made, now));
  // By an update, so that the journal of opt-outs has it, too.
  for (const { id, state } of made)
    if (state === 'waiting' && added.has(id)) await setState(db, id, 'unsubscribed', 'import', now);
  await saveOptInsOf(db, [...holders.values()]);
}
