/** What all reports together say that are one entry of the inbox. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Said } from './said-values.ts';

/** `readers` is how many independent ones there are, `notes` the last ones that they wrote, `said` what most of them say. */
export type ReportFacts = { readers: number; notes: string[]; said: Said; firstAt: number };

/** The facts of these entries, by their ids; one without a report is absent. */
export async function listReportFacts(
  db: ReadDb,
  entries: readonly string[],
): Promise<Map<string, ReportFacts>> {
  if (entries.length === 0) return new Map();
  const rows = await db
    .selectFrom('reader_report')
    .select(['entry', 'network', 'note', 'said', 'sentAt'])
    .where('entry', 'in', entries)
    .orderBy('sentAt')
    .orderBy('tokenHash')
    .execute();
  const facts = [...Map.groupBy(rows, ({ entry }) => entry)].map(
    ([entry, own]) => [entry, summarize(own)] as const,
  );
  return new Map(facts);
}

type StoredReport = { network: string; note: string; said: string; sentAt: number };

const MOST_NOTES = 5;

function summarize(reports: StoredReport[]): ReportFacts {
  const notes = new Set(reports.map(({ note }) => note).filter(Boolean));
  return {
    readers: countNetworks(reports),
    notes: [...notes].slice(-MOST_NOTES),
    said: mostSaid(reports),
    firstAt: Number(reports[0]?.sentAt ?? 0),
  };
}

/** Several reports from one network count once. */
function countNetworks(reports: StoredReport[]): number {
  return new Set(reports.map(({ network }) => network)).size;
}

/** Of several equally frequent ones, what was said last. */
function mostSaid(reports: StoredReport[]): Said {
  const bySaid = Map.groupBy(reports, ({ said }) => said);
  bySaid.delete('{}');
  const counted = [...bySaid].map(([said, own], place) => ({ said, place, readers: countNetworks(own) }));
  const [most] = counted.toSorted((one, other) => other.readers - one.readers || other.place - one.place);
  return most ? JSON.parse(most.said) : {};
}
