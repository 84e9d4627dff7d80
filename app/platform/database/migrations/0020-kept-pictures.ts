import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * Who added each picture, and the pictures of what can be restored: items in the trash use pictures, and each revision
 * has a list of its pictures.
 */
export function keepPictures(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table "picture" add column "addedBy" ${key} references "site_user" ("id") on delete set null`,
    'alter table "picture" add column "addedByToken" text',
    'create index "picture_of_user" on "picture" ("addedBy") where "addedBy" is not null',
    `create table "revision_picture" (
      "collection" ${key} not null,
      "id" ${key} not null,
      "revision" integer not null,
      "picture" ${key} not null,
      constraint "revision_picture_key" primary key ("collection", "id", "revision", "picture"),
      constraint "revision_picture_of" foreign key ("collection", "id", "revision")
        references "item_revision" ("collection", "id", "revision") on delete cascade)`,
    'create index "revision_picture_used" on "revision_picture" ("picture")',
    // Each text is read once: to look for every picture in every revision takes hours where there are many.
    listRevisionPictures(dialect),
    `insert into "picture_use_stale" ("collection", "itemId")
      select distinct "collection", "itemId" from "trash_item" where true on conflict do nothing`,
    ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** Fills the list of the pictures of each revision. */
export function listRevisionPictures(dialect: Dialect): string {
  return dialect === 'sqlite' ? listInSqlite : listInPostgres;
}

/** The 32 characters after each marker, if they are a picture's id. */
const listInSqlite = `insert into "revision_picture" ("collection", "id", "revision", "picture")
  with recursive step("collection", "id", "revision", "rest") as (
    select "collection", "id", "revision", replace("item", '"picture":"', '/media/') from "item_revision"
      where instr("item", '/media/') > 0 or instr("item", '"picture":"') > 0
    union all
    select "collection", "id", "revision", substr("rest", instr("rest", '/media/') + 7) from step
      where instr("rest", '/media/') > 0)
  select distinct "collection", "id", "revision", substr("rest", 1, 32) from step
    where substr("rest", 1, 32) in (select "id" from "picture")`;

const listInPostgres = `insert into "revision_picture" ("collection", "id", "revision", "picture")
  select distinct saved."collection", saved."id", saved."revision", "picture"."id"
  from "item_revision" saved
    cross join lateral regexp_matches(saved."item", '(?:/media/|"picture":")([0-9a-f]{32})', 'g') found
    join "picture" on "picture"."id" = found[1]`;

/** Tables with items that can have pictures, and the collection of each. */
const nouns = [
  ['article', "'articles'"],
  ['news_item', "'news'"],
  ['event', "'events'"],
  ['poll', "'polls'"],
  ['business', "'businesses'"],
] as const;

type Noting = { table: string; item: (row: string) => string; uses: (row: string) => string };

/** Earlier triggers had `insert or ignore`, which fails when the statement outside is an upsert. */
function sqliteTriggers(): string[] {
  const note = ({ table, item, uses }: Noting) =>
    [
      ['insert', 'new', uses('new')],
      ['update', 'new', `${uses('new')} or ${uses('old')}`],
      ['delete', 'old', uses('old')],
    ].flatMap(([change, row = '', condition]) => [
      `drop trigger if exists "${table}_${change}_pictures"`,
      `create trigger "${table}_${change}_pictures" after ${change} on "${table}" when ${condition} begin
        insert into "picture_use_stale" ("collection", "itemId") values (${item(row)}) on conflict do nothing;
      end`,
    ]);
  return [
    ...nouns.flatMap(([table, collection]) =>
      note({
        table,
        item: (row) => `${collection}, ${row}."id"`,
        uses: (row) => `(${row}."picture" is not null or instr(${row}."description", '/media/') > 0)`,
      }),
    ),
    ...note({
      table: 'item_version',
      item: (row) => `${row}."collection", ${row}."id"`,
      uses: (row) => `(instr(${row}."item", '/media/') > 0 or instr(${row}."item", '"picture":"') > 0)`,
    }),
    ...note({
      table: 'trash_item',
      item: (row) => `${row}."collection", ${row}."itemId"`,
      uses: () => 'true',
    }),
  ];
}

function postgresTriggers(): string[] {
  return [
    `create function "note_pictures_of_trash_item"() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then
        insert into "picture_use_stale" ("collection", "itemId")
          values (new."collection", new."itemId") on conflict do nothing;
      else
        insert into "picture_use_stale" ("collection", "itemId")
          values (old."collection", old."itemId") on conflict do nothing;
      end if;
      return null;
    end $$`,
    `create trigger "trash_item_pictures" after insert or delete on "trash_item"
      for each row execute function "note_pictures_of_trash_item"()`,
  ];
}
