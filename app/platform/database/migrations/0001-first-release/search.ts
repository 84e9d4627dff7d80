import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * Items of `table` are found under `kind`, at position `place` of all kinds, and are of the date in `date`. They are
 * indexed again after a change of one of `columns`. `found`: the condition on a row for it to be found. `parts`: rows
 * of another table whose text belongs to an item.
 */
type Source = {
  kind: string;
  place: number;
  table: string;
  date: string;
  columns: string[];
  found?: { column: string; holds: string };
  parts?: { table: string; column: string; of: string };
};

const sources: Source[] = [
  {
    kind: 'articles',
    place: 1,
    table: 'article',
    date: 'pubDate',
    columns: [
      'title',
      'description',
      'sourceName',
      'pubDate',
      'deck',
      'hasDeck',
      'byline',
      'tags',
      'corrections',
    ],
  },
  {
    kind: 'news',
    place: 2,
    table: 'news_item',
    date: 'pubDate',
    columns: ['title', 'description', 'sourceName', 'pubDate'],
  },
  {
    kind: 'events',
    place: 3,
    table: 'event',
    date: 'eventDate',
    columns: ['title', 'description', 'eventLocation', 'eventDate'],
  },
  {
    kind: 'polls',
    place: 4,
    table: 'poll',
    date: 'createdAt',
    columns: ['title', 'description', 'createdAt', 'archived'],
    found: { column: 'archived', holds: '= 0' },
    parts: { table: 'poll_option', column: 'text', of: 'pollId' },
  },
  {
    kind: 'businesses',
    place: 5,
    table: 'business',
    date: 'createdAt',
    columns: ['name', 'category', 'description', 'address', 'createdAt'],
  },
];

/**
 * A full-text index of everything published. Each item has a row in `search_document`, under a number that is higher
 * the later it was saved; it is found as long as it has one. `search_entry` takes one row with the text of an item and
 * puts it into the index in place of what was there; `search_stale` lists the items whose entry must still be created,
 * which triggers maintain for whatever writes.
 */
export function createSearch(dialect: Dialect): string[] {
  return dialect === 'postgres' ? inPostgres() : inSqlite();
}

/** The numbers of a kind begin after its place times this. */
const NUMBERS_OF_KIND = 2 ** 40;

/** Where FTS5 writes what it has gathered: the default of 1 MiB makes loading many items a third slower. */
const GATHERED_BYTES = 16 * 1024 ** 2;

const quote = (name: string) => `"${name}"`;

const isFound = ({ found }: Source, row: string) =>
  found ? `${row}.${quote(found.column)} ${found.holds}` : 'true';

const forget = (kind: string, id: string) =>
  `delete from search_document where "kind" = '${kind}' and "itemId" = ${id};
   delete from search_stale where "kind" = '${kind}' and "itemId" = ${id};`;

const list = ({ kind, date }: Source) => `insert into search_stale ("kind", "itemId", "date")
  values ('${kind}', new."id", new.${quote(date)}) on conflict do nothing;`;

/** The item to which `of` leads, if it is one that is found. */
function listParent({ kind, table, date, found }: Source, of: string): string {
  const also = found ? `and ${quote(found.column)} ${found.holds}` : '';
  return `insert into search_stale ("kind", "itemId", "date")
    select '${kind}', "id", ${quote(date)} from ${quote(table)} where "id" = ${of} ${also}
    on conflict do nothing;`;
}

function inSqlite(): string[] {
  return [
    `create view search_entry as select "kind", "itemId", "date", "series", '' as "title", '' as "text"
      from search_document where false`,
    ...sources.flatMap((source) => [...indexInSqlite(source), ...listInSqlite(source)]),
  ];
}

/**
 * `{table}_text` is FTS5 without its content: it stores no second copy of the texts. `{table}_term` has its words. A
 * number is never given out again: whatever looks for new ones would take an edited item for one that it knows.
 */
function indexInSqlite({ table, kind, place }: Source): string[] {
  const [text, term, latest] = [`${table}_text`, `${table}_term`, `${table}_text_latest`].map(quote);
  return [
    `create virtual table ${text} using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`,
    `insert into ${text} (${text}, rank) values ('hashsize', ${GATHERED_BYTES})`,
    `create virtual table ${term} using fts5vocab(${text}, 'instance')`,
    `create table ${latest} ("number" integer not null)`,
    `insert into ${latest} values (${place * NUMBERS_OF_KIND})`,
    `create trigger "${table}_text_drops" after delete on search_document when old."kind" = '${kind}' begin
      delete from ${text} where rowid = old."number";
    end`,
    `create trigger "${table}_entry" instead of insert on search_entry when new."kind" = '${kind}' begin
      ${forget(kind, 'new."itemId"')}
      update ${latest} set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from ${latest};
      insert into ${text} (rowid, "title", "text") select "number", new."title", new."text" from ${latest};
    end`,
  ];
}

function listInSqlite(source: Source): string[] {
  const { kind, table, columns, found, parts } = source;
  const changed = columns.map((column) => `new.${quote(column)} is not old.${quote(column)}`).join(' or ');
  return [
    `create trigger "${table}_insert_lists" after insert on ${quote(table)}
      when ${isFound(source, 'new')} begin ${list(source)} end`,
    `create trigger "${table}_update_lists" after update of ${columns.map(quote).join(', ')} on ${quote(table)}
      when ${isFound(source, 'new')} and (${changed}) begin ${list(source)} end`,
    `create trigger "${table}_delete_forgets" after delete on ${quote(table)} begin ${forget(kind, 'old."id"')} end`,
    ...(found
      ? [
          `create trigger "${table}_update_forgets" after update of ${quote(found.column)} on ${quote(table)}
            when not (${isFound(source, 'new')}) begin ${forget(kind, 'new."id"')} end`,
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
    // English endings are removed; 'the' and 'who' stay words, as in SQLite.
    'create text search dictionary town_stems (template = snowball, language = english)',
    'create text search configuration town_words (parser = default)',
    `alter text search configuration town_words add mapping for asciiword, word, numword, asciihword, hword,
      numhword, hword_asciipart, hword_part, hword_numpart, int, uint, float, sfloat, version with town_stems`,
    `create view search_entry as select "kind", "itemId", "date", "series", ''::text as "title", ''::text as "text"
      from search_document where false`,
    ...sources.flatMap(indexInPostgres),
    enterInPostgres(),
    `create trigger search_entry_enters instead of insert on search_entry
      for each row execute function enter_search_entry()`,
    ...sources.flatMap(listInPostgres),
  ];
}

function indexInPostgres({ table, place }: Source): string[] {
  const text = quote(`${table}_text`);
  return [
    `create table ${text} ("number" bigint primary key references search_document on delete cascade,
      "words" tsvector not null)`,
    `create index "${table}_text_words" on ${text} using gin ("words")`,
    `create sequence ${quote(`${table}_text_number`)} minvalue ${place * NUMBERS_OF_KIND + 1} owned by ${text}."number"`,
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
  const { kind, table, date, columns, parts } = source;
  const changed = columns
    .map((column) => `new.${quote(column)} is distinct from old.${quote(column)}`)
    .join(' or ');
  return [
    `create function "list_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = '${kind}';
        delete from search_stale where "kind" = '${kind}';
      elsif tg_op = 'DELETE' then ${forget(kind, 'old."id"')}
      elsif not (${isFound(source, 'new')}) then ${forget(kind, 'new."id"')}
      elsif ${changed} then ${list(source)}
      end if;
      return null;
    end $$`,
    // Many rows of one statement at once: loading a town must not take longer for it.
    `create function "list_new_${table}"() returns trigger language plpgsql as $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select '${kind}', item."id", item.${quote(date)} from added item where ${isFound(source, 'item')}
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
