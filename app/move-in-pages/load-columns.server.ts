import type { MoveIn } from '#app/move-in/move-in-store.server.ts';
import { listCsvFields } from '#app/other-systems/csv-mapping.ts';
import { suggestMapping } from '#app/other-systems/formats.server.ts';
import type { ItemKind } from '#app/other-systems/found.ts';
import { kindWords } from './move-in-words.ts';

const kinds: readonly ItemKind[] = ['articles', 'news', 'events', 'polls', 'businesses'];

/** Whether the import has a table, whose columns have to be chosen. */
export function tableOf({ files }: MoveIn): MoveIn['files'][number] | undefined {
  return files.find(({ format }) => format === 'csv');
}

/** The kind with this name; undefined for any other text. */
export function readKind(text: string | null): ItemKind | undefined {
  return kinds.find((kind) => kind === text);
}

/**
 * The columns of the import's table with its first rows, the fields of the kind that was asked for, chosen or seems
 * right, and the column of each. Undefined when the file is no longer there.
 */
export async function loadColumns(moveIn: MoveIn, asked: ItemKind | undefined) {
  const file = tableOf(moveIn);
  if (!file) return undefined;
  const { collection, columns: chosen } = moveIn.options;
  const wanted = asked ?? collection;
  const table = await suggestMapping(file.path, wanted ? { collection: wanted } : {}).catch(() => undefined);
  if (!table) return undefined;
  const isChosen = chosen !== undefined && (asked ?? collection) === collection;
  return {
    name: file.name,
    columns: [...new Set(table.columns.filter(Boolean))],
    head: table.columns,
    rows: table.rows,
    kind: table.collection,
    kinds: kinds.map((kind) => ({ kind, label: kindWords[kind] })),
    fields: listCsvFields(table.collection),
    mapping: isChosen ? chosen : table.mapping,
  };
}

export type Columns = NonNullable<Awaited<ReturnType<typeof loadColumns>>>;
