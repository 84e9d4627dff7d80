import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * Items of `table` are indexed again after a change of one of `columns`. `condition`: only those are found for which it
 * holds of `new`. `parts`: rows of another table whose text belongs to an item.
 */
type Source = {
  kind: string;
  table: string;
  date: string;
  columns: string[];
  condition?: { column: string; holds: string };
  parts?: { table: string; column: string; of: string };
};

const sources: Source[] = [
  {
    kind: 'articles',
    table: 'article',
    date: 'pubDate',
    columns: ['title', 'description', 'sourceName', 'pubDate'],
  },
  {
    kind: 'news',
    table: 'news_item',
    date: 'pubDate',
    columns: ['title', 'description', 'sourceName', 'pubDate'],
  },
  {
    kind: 'events',
    table: 'event',
    date: 'eventDate',
    columns: ['title', 'description', 'eventLocation', 'eventDate'],
  },
  {
    kind: 'polls',
    table: 'poll',
    date: 'createdAt',
    columns: ['title', 'description', 'createdAt', 'archived'],
    condition: { column: 'archived', holds: '= 0' },
    parts: { table: 'poll_option', column: 'text', of: 'pollId' },
  },
  {
    kind: 'businesses',
    table: 'business',
    date: 'createdAt',
    columns: ['name', 'category', 'description', 'address', 'createdAt'],
  },
];

const quote = (name: string) => `"${name}"`;

/**
 * The words of an item no longer come from SQL. `search_entry` takes one row with the text of an item and puts it into
 * the index in place of what was there; `search_stale` lists the items whose entry is still to be made, which triggers
 * keep true for whatever writes. All items that are there already are listed: until they are indexed again, the old
 * entries are found.
 */
export function renewSearchText(dialect: Dialect): Migration {
  const statements = dialect === 'postgres' ? inPostgres() : inSqlite();
  return {
    async up(db) {
      for (const statement of [...statements, ...sources.map(listAll)]) await sql.raw(statement).execute(db);
    },
  };
}

function listAll({ kind, table, date, condition }: Source): string {
  const where = condition ? `where ${quote(condition.column)} ${condition.holds}` : '';
  return `insert into search_stale ("kind", "itemId", "date")
    select '${kind}', "id", ${quote(date)} from ${quote(table)} ${where}`;
}

const forget = (kind: string, id: string) =>
  `delete from search_document where "kind" = '${kind}' and "itemId" = ${id};
   delete from search_stale where "kind" = '${kind}' and "itemId" = ${id};`;

/** The poll, say, to which `of` leads, if it is one that is found. */
function listParent({ kind, table, date, condition }: Source, of: string): string {
  const also = condition ? `and ${quote(condition.column)} ${condition.holds}` : '';
  return `insert into search_stale ("kind", "itemId", "date")
    select '${kind}', "id", ${quote(date)} from ${quote(table)} where "id" = ${of} ${also}
    on conflict do nothing;`;
}

function inSqlite(): string[] {
  return [
    ...sources.flatMap(({ table, parts }) => [
      `drop trigger "${table}_text_adds"`,
      ...[table, ...(parts ? [parts.table] : [])].flatMap((each) =>
        ['insert', 'update', 'delete'].map((change) => `drop trigger "${each}_${change}_finds"`),
      ),
    ]),
    'alter table search_document add column "series" text',
    `create table search_stale ("kind" text not null, "itemId" text not null, "date" integer not null,
      primary key ("kind", "itemId")) without rowid`,
    'create index search_stale_order on search_stale ("kind", "date", "itemId")',
    `create view search_entry as select "kind", "itemId", "date", "series", '' as "title", '' as "text"
      from search_document where false`,
    ...sources.flatMap((source) => [enterInSqlite(source), ...listInSqlite(source)]),
  ];
}

/** A number is never given out again: whatever looks for new ones would take an edited item for one that it knows. */
function enterInSqlite({ kind, table }: Source): string {
  const latest = quote(`${table}_text_latest`);
  return `create trigger "${table}_entry" instead of insert on search_entry when new."kind" = '${kind}' begin
    ${forget(kind, 'new."itemId"')}
    update ${latest} set "number" = "number" + 1;
    insert into search_document ("number", "kind", "itemId", "date", "series")
      select "number", new."kind", new."itemId", new."date", new."series" from ${latest};
    insert into ${quote(`${table}_text`)} (rowid, "title", "text")
      select "number", new."title", new."text" from ${latest};
  end`;
}

function listInSqlite(source: Source): string[] {
  const { kind, table, date, columns, condition, parts } = source;
  const changed = columns.map((column) => `new.${quote(column)} is not old.${quote(column)}`).join(' or ');
  const isFound = condition ? `new.${quote(condition.column)} ${condition.holds}` : 'true';
  const list = `insert into search_stale ("kind", "itemId", "date")
    values ('${kind}', new."id", new.${quote(date)}) on conflict do nothing;`;
  return [
    `create trigger "${table}_insert_lists" after insert on ${quote(table)} when ${isFound} begin ${list} end`,
    `create trigger "${table}_update_lists" after update of ${columns.map(quote).join(', ')} on ${quote(table)}
      when ${isFound} and (${changed}) begin ${list} end`,
    `create trigger "${table}_delete_forgets" after delete on ${quote(table)} begin ${forget(kind, 'old."id"')} end`,
    ...(condition
      ? [
          `create trigger "${table}_update_forgets" after update of ${quote(condition.column)} on ${quote(table)}
            when not (${isFound}) begin ${forget(kind, 'new."id"')} end`,
        ]
      : []),
    ...(parts
      ? ['insert', 'update', 'delete'].map((change) => {
          const row = change === 'delete' ? 'old' : 'new';
          return `create trigger "${parts.table}_${change}_lists"
            after ${change}${change === 'update' ? ` of ${quote(parts.column)}` : ''} on ${quote(parts.table)}
            begin ${listParent(source, `${row}.${quote(parts.of)}`)} end`;
        })
      : []),
  ];
}

function inPostgres(): string[] {
  return [
    ...sources.flatMap(({ table, parts }) => [
      `drop trigger "${table}_text_adds" on search_document`,
      `drop function "add_${table}_text"()`,
      `drop trigger "${table}_finds_none" on ${quote(table)}`,
      ...[table, ...(parts ? [parts.table] : [])].flatMap((each) => [
        `drop trigger "${each}_finds" on ${quote(each)}`,
        `drop function "find_${each}"()`,
      ]),
    ]),
    'drop function town_text(text, boolean)',
    'alter table search_document add column "series" text collate "C"',
    `create table search_stale ("kind" text collate "C" not null, "itemId" text collate "C" not null,
      "date" bigint not null, primary key ("kind", "itemId"))`,
    'create index search_stale_order on search_stale ("kind", "date", "itemId")',
    `create view search_entry as select "kind", "itemId", "date", "series", ''::text as "title", ''::text as "text"
      from search_document where false`,
    enterInPostgres(),
    `create trigger search_entry_enters instead of insert on search_entry
      for each row execute function enter_search_entry()`,
    ...sources.flatMap(listInPostgres),
  ];
}

function enterInPostgres(): string {
  const branches = sources.map(
    ({ kind, table }) => `if new."kind" = '${kind}' then
      insert into search_document ("number", "kind", "itemId", "date", "series")
        values (nextval('${quote(`${table}_text_number`)}'), new."kind", new."itemId", new."date", new."series")
        returning "number" into entered;
      insert into ${quote(`${table}_text`)} ("number", "words") values (entered, words);
    end if;`,
  );
  // The statement that drops a town's tables knows the view only through them, and this function not at all.
  return `create or replace function enter_search_entry() returns trigger language plpgsql as $$
    declare
      entered bigint;
      words tsvector := setweight(to_tsvector('town_words', new."title"), 'A')
        || to_tsvector('town_words', new."text");
    begin
      delete from search_document where "kind" = new."kind" and "itemId" = new."itemId";
      delete from search_stale where "kind" = new."kind" and "itemId" = new."itemId";
      ${branches.join('\n')}
      return new;
    end $$`;
}

function listInPostgres(source: Source): string[] {
  const { kind, table, date, columns, condition, parts } = source;
  const changed = columns
    .map((column) => `new.${quote(column)} is distinct from old.${quote(column)}`)
    .join(' or ');
  const isFound = (row: string) =>
    condition ? `${row}.${quote(condition.column)} ${condition.holds}` : 'true';
  return [
    `create function "list_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = '${kind}';
        delete from search_stale where "kind" = '${kind}';
      elsif tg_op = 'DELETE' then ${forget(kind, 'old."id"')}
      elsif not (${isFound('new')}) then ${forget(kind, 'new."id"')}
      elsif ${changed} then
        insert into search_stale ("kind", "itemId", "date")
          values ('${kind}', new."id", new.${quote(date)}) on conflict do nothing;
      end if;
      return null;
    end $$`,
    // Many rows of one statement at once: loading a town must not take longer for it.
    `create function "list_new_${table}"() returns trigger language plpgsql as $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select '${kind}', item."id", item.${quote(date)} from added item where ${isFound('item')}
        on conflict do nothing;
      return null;
    end $$`,
    `create trigger "${table}_lists_new" after insert on ${quote(table)} referencing new table as added
      for each statement execute function "list_new_${table}"()`,
    `create trigger "${table}_lists" after update or delete on ${quote(table)}
      for each row execute function "list_${table}"()`,
    `create trigger "${table}_lists_none" after truncate on ${quote(table)}
      for each statement execute function "list_${table}"()`,
    ...(parts ? listPartsInPostgres(source, parts) : []),
  ];
}

function listPartsInPostgres(source: Source, { table, column, of }: NonNullable<Source['parts']>): string[] {
  return [
    `create function "list_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and new.${quote(column)} is not distinct from old.${quote(column)} then return null; end if;
      if tg_op = 'DELETE' then ${listParent(source, `old.${quote(of)}`)}
      else ${listParent(source, `new.${quote(of)}`)} end if;
      return null;
    end $$`,
    `create trigger "${table}_lists" after insert or update or delete on ${quote(table)}
      for each row execute function "list_${table}"()`,
  ];
}
