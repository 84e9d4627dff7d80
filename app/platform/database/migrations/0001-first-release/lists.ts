import type { Dialect } from '#app/platform/database/capabilities.ts';

/** The lists, each by the column it is sorted by, and the least value of it: there the first segment begins. */
const lists = [
  { table: 'article', column: 'pubDate', least: Number.MIN_SAFE_INTEGER },
  { table: 'news_item', column: 'pubDate', least: Number.MIN_SAFE_INTEGER },
  { table: 'event', column: 'eventDate', least: Number.MIN_SAFE_INTEGER },
  { table: 'poll', column: 'titleKey', least: '' },
  { table: 'business', column: 'nameKey', least: '' },
] as const;

/**
 * Each list cut into segments of neighbors, with the key of the first and how many there are: what counts a list and
 * finds a page by its number without reading the list.
 */
export function createLists(dialect: Dialect): string[] {
  return lists.flatMap(({ table, column, least }) => [
    ...createSegments(dialect, table, least === '' ? 'text' : 'number'),
    `insert into "${table}_segment" ("sort", "id", "items") values (${least === '' ? `''` : least}, '', 0)`,
    ...countSegments(dialect, { table, column }),
  ]);
}

/** The table of a list's segments, whose sort column is of this kind. */
export function createSegments(dialect: Dialect, table: string, kind: 'text' | 'number'): string[] {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  return [
    `create table "${table}_segment" (
      "sort" ${kind === 'text' ? key : bigint} not null,
      "id" ${key} not null,
      "items" integer not null,
      constraint "${table}_segment_key" primary key ("sort", "id"))${dialect === 'postgres' ? '' : ' without rowid'}`,
  ];
}

/** Statements after which every change of the list's table keeps the counts of its segments, in its own transaction. */
export function countSegments(dialect: Dialect, list: SegmentedList, size?: SegmentSize): string[] {
  return dialect === 'postgres' ? countSegmentsInPostgres(list, size) : countSegmentsInSqlite(list, size);
}

/** A list in the order of (`column`, id) whose items are counted by segments. */
type SegmentedList = { table: string; column: string };

/**
 * A segment that grows beyond `most` items is split after its first `splitAt`. Measured at a million items: smaller
 * ones make the list of segments dear to read, larger ones the way through one of them.
 */
type SegmentSize = { most: number; splitAt: number };

const sizeInSqlite: SegmentSize = { most: 4096, splitAt: 2048 };

/** PostgreSQL looks each skipped item up in its table. */
const sizeInPostgres: SegmentSize = { most: 2048, splitAt: 1024 };

/**
 * Statements after which every change of the list's table keeps `{table}_segment` true, in its own transaction. SQLite
 * runs a row's trigger before it goes on to the next row, so that the table always holds just what was counted.
 */
function countSegmentsInSqlite(
  { table, column }: SegmentedList,
  { most, splitAt }: SegmentSize = sizeInSqlite,
): string[] {
  const segment = `"${table}_segment"`;
  const change = (by: string, row: 'old' | 'new') => `
    update ${segment} set "items" = "items" ${by} where ("sort", "id") = (
      select "sort", "id" from ${segment} where ("sort", "id") <= (${row}."${column}", ${row}."id")
      order by "sort" desc, "id" desc limit 1);`;
  return [
    `create trigger "${table}_insert_counts" after insert on "${table}" begin ${change('+ 1', 'new')} end`,
    `create trigger "${table}_delete_counts" after delete on "${table}" begin ${change('- 1', 'old')} end`,
    `create trigger "${table}_update_counts" after update on "${table}"
      when (old."${column}", old."id") <> (new."${column}", new."id")
      begin ${change('- 1', 'old')} ${change('+ 1', 'new')} end`,
    `create trigger "${table}_segment_splits" after update of "items" on ${segment}
      when new."items" > ${most} begin
      insert into ${segment} ("sort", "id", "items")
        select "${column}", "id", new."items" - ${splitAt} from "${table}"
        where ("${column}", "id") >= (new."sort", new."id")
        order by "${column}", "id" limit 1 offset ${splitAt};
      update ${segment} set "items" = ${splitAt} where "sort" = new."sort" and "id" = new."id";
    end`,
    `create trigger "${table}_segment_ends" after update of "items" on ${segment}
      when new."items" = 0 and new."id" <> '' begin
      delete from ${segment} where "sort" = new."sort" and "id" = new."id";
    end`,
  ];
}

/**
 * The same in PostgreSQL, once for each statement: it runs triggers after all rows have changed. A segment is split
 * only after an insert: where one statement inserts and updates, its updates are counted before its inserts, and in
 * between the table holds more than was counted. The triggers' names follow those that raise the revision: these hold
 * the collection's lock by then, so that no two writers count at once.
 */
function countSegmentsInPostgres(
  { table, column }: SegmentedList,
  { most, splitAt }: SegmentSize = sizeInPostgres,
): string[] {
  const segment = `"${table}_segment"`;
  const rows = (from: string, change: number) =>
    `select "${column}" as "sort", "id", ${change} as "change" from ${from}`;
  const apply = (changes: string) => `
    for touched in
      update ${segment} s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (${changes}) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from ${segment} where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from ${segment} where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > ${most} loop
        select "${column}", "id", touched."items" - ${splitAt} into beyond from "${table}"
          where ("${column}", "id") >= (touched."sort", touched."id")
          order by "${column}", "id" limit 1 offset ${splitAt};
        exit when not found;
        update ${segment} set "items" = ${splitAt} where "sort" = touched."sort" and "id" = touched."id";
        insert into ${segment} ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;`;
  return [
    `create function "count_${table}"() returns trigger language plpgsql as $$
      declare touched ${segment}%rowtype; beyond ${segment}%rowtype;
      begin
        if tg_op = 'INSERT' then ${apply(rows('added', 1))}
        elsif tg_op = 'UPDATE' then ${apply(`${rows('added', 1)} union all ${rows('removed', -1)}`)}
        elsif tg_op = 'DELETE' then ${apply(rows('removed', -1))}
        else
          delete from ${segment} where "id" <> '';
          update ${segment} set "items" = 0;
        end if;
        return null;
      end $$`,
    `create trigger "${table}_segments_insert" after insert on "${table}" referencing new table as added
      for each statement execute function "count_${table}"()`,
    `create trigger "${table}_segments_update" after update on "${table}"
      referencing new table as added old table as removed
      for each statement execute function "count_${table}"()`,
    `create trigger "${table}_segments_delete" after delete on "${table}" referencing old table as removed
      for each statement execute function "count_${table}"()`,
    `create trigger "${table}_segments_truncate" after truncate on "${table}"
      for each statement execute function "count_${table}"()`,
  ];
}
