/** Items as rows of a table: one column per field of the API, and a few that only tables need. */
import { ofCollections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { listFieldNames } from '#app/items/content/item-fields.ts';
import type { ItemKind } from '#app/moving/formats/format.ts';
import { fieldTextOf, type LeavingItem, textIn } from '#app/moving/formats/leaving-item.ts';

/** A story or an event begins with these. */
const FIRST = ['id', 'title', 'link', 'pubDate', 'description', 'sourceId'];

/** The columns of each collection's table; `url` is the page of the item. */
export const csvColumns: Readonly<Record<ItemKind, string[]>> = ofCollections(columnsOf);

function columnsOf(collection: Collection): string[] {
  const fields = listFieldNames(collection);
  const first = fields.includes('title') ? FIRST.filter((field) => fields.includes(field)) : [];
  const result = collection.name === 'polls' ? ['result'] : [];
  return [...new Set([...first, ...fields]), ...result, 'publication', 'publishAt', 'url'];
}

/**
 * The item in these columns. Addresses in texts are absolute. Options, corrections and results have a line each; tags are
 * separated by commas.
 */
export function csvRowOf(item: LeavingItem): (string | number)[] {
  const { kind, input, publication, publishAt, address, result } = item;
  const values: Record<string, unknown> = {
    ...input,
    description: kind === 'polls' ? input.description : textIn(item),
    publication,
    publishAt: publishAt === undefined ? '' : new Date(publishAt).toISOString(),
    url: address,
    result: result?.options.map(({ text, votes }) => `${text}: ${votes}`),
  };
  return csvColumns[kind].map((column) => cellOf(column, values[column]));
}

function cellOf(column: string, value: unknown): string | number {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return value.map(cellLineOf).join(column === 'tags' ? ', ' : '\n');
}

function cellLineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const correction = value as Record<string, unknown>;
  return `${fieldTextOf(correction, 'date')} ${fieldTextOf(correction, 'text')}`;
}
