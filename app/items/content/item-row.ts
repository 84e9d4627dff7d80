/** The types of a collection's tables, as its schema implies them. */
import type { Generated } from 'kysely';
import type * as z from 'zod';
import type { ItemRow, SegmentRow, TextRow } from '#app/platform/database/tables/tables.ts';

/** A value as it is stored: yes and no as 1 and 0, a list or an object as JSON. */
type Stored<Value> = Value extends boolean
  ? number
  : Value extends readonly unknown[]
    ? string | null
    : Value extends object
      ? string
      : Value;

/** The columns of a schema's fields. What input can leave out, an insert can leave out, too. */
export type RowOf<Schema extends z.ZodObject> = {
  [Field in keyof z.output<Schema> & keyof z.input<Schema>]-?: undefined extends z.input<Schema>[Field]
    ? Generated<Stored<Exclude<z.output<Schema>[Field], undefined>>>
    : Stored<z.output<Schema>[Field]>;
};

/** The tables of a collection: its items, the segments of its list, which is sorted by a `Sort`, and their words. */
export type ItemTables<Table extends string, Row, Sort extends number | string> = {
  [Name in Table]: ItemRow & Row;
} & { [Name in `${Table}_segment`]: SegmentRow<Sort> } & { [Name in `${Table}_text`]: TextRow };
