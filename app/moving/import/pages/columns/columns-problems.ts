import { type CsvMapping, missingFields } from '#app/moving/formats/tables/csv-mapping.ts';
import type { Columns } from '#app/moving/import/pages/load-columns.server.ts';

/** The column of each field, by its name. */
export function mappingOf({ columns }: Columns): CsvMapping {
  return Object.fromEntries(columns.filter(({ field }) => field).map(({ field, name }) => [field, name]));
}

/**
 * What prevents a dry run with these columns: fields that none of them becomes, as a sentence, and, by the position of the
 * column, fields that several become. Undefined if nothing does.
 */
export function columnsProblems(
  table: Columns,
): { missing: string; problems: Record<number, string> } | undefined {
  const labelOf = (name: string) => table.fields.find(({ field }) => field === name)?.label ?? name;
  const problems: Record<number, string> = {};
  for (const [field, columns] of Map.groupBy(table.columns, (column) => column.field))
    if (field && columns.length > 1)
      for (const { at, name } of columns) {
        const others = columns.filter((other) => other.at !== at).map((other) => `“${other.name}”`);
        problems[at] =
          `“${name}” and ${others.join(', ')} can’t both become “${labelOf(field)}”. Change one of them`;
      }
  const labels = missingFields(mappingOf(table), table.kind).map((field) => `“${labelOf(field)}”`);
  const missing = labels.length > 0 ? `Choose which column becomes ${labels.join(' and which ')}.` : '';
  return missing || Object.keys(problems).length > 0 ? { missing, problems } : undefined;
}
