import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * The words of documents in the full-text index: an entry for each page, and one for the title and the summary. All
 * documents are in it; readers find those that a published item uses.
 */
export function searchDocuments(dialect: Dialect): Migration {
  const statements = [
    pages(dialect),
    ...(dialect === 'postgres' ? inPostgres() : inSqlite()),
    // Those that are there already.
    `insert into search_stale ("kind", "itemId", "date") select 'documents', "id", "date" from "document_page"`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** The numbers of a kind begin after its place times this. */
const FIRST_NUMBER = 16 * 2 ** 40;
const GATHERED_BYTES = 16 * 1024 ** 2;

/** The id of an entry begins with the document's; the one of its title comes before those of its pages. */
const titleId = (document: string) => `${document} || '-00000'`;

const partId = (dialect: Dialect, row: string) => {
  const number = `${row}."position" + 1`;
  const padded = dialect === 'postgres' ? `lpad((${number})::text, 5, '0')` : `printf('%05d', ${number})`;
  return `${row}."document" || '-' || ${padded}`;
};

function pages(dialect: Dialect): string {
  const date = 'coalesce(document."replacedAt", document."createdAt")';
  return `create view "document_page" as
    select ${titleId('document."id"')} as "id", document."id" as "document", null as "page",
      document."title" as "title", coalesce(document."summary", '') as "text", ${date} as "date" from document
    union all select ${partId(dialect, 'part')}, document."id", part."page", document."title", part."text", ${date}
      from document_part part join document on document."id" = part."document"`;
}

const raise = `update collection_revision set revision = revision + 1 where collection = 'documents';`;

/** All entries of a document have its title. */
const listAll = (document: string) => `insert into search_stale ("kind", "itemId", "date")
  select 'documents', "id", "date" from "document_page" where "document" = ${document}
  on conflict do nothing;`;

const listPart = (dialect: Dialect, row: string) => `insert into search_stale ("kind", "itemId", "date")
  select 'documents', ${partId(dialect, row)}, coalesce("replacedAt", "createdAt") from document
    where "id" = ${row}."document" on conflict do nothing;`;

const forget = (
  condition: string,
) => `delete from search_document where "kind" = 'documents' and ${condition};
  delete from search_stale where "kind" = 'documents' and ${condition};`;

/** '.' follows '-'. */
const ofDocument = (document: string) => `"itemId" >= ${document} || '-' and "itemId" < ${document} || '.'`;

const SAID = ['title', 'summary', 'replacedAt'];

function inSqlite(): string[] {
  const changed = SAID.map((column) => `new."${column}" is not old."${column}"`).join(' or ');
  const trigger = (name: string, event: string, work: string) =>
    `create trigger "${name}" after ${event} begin ${work} end`;
  return [
    `create virtual table "document_page_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`,
    `insert into "document_page_text" ("document_page_text", rank) values ('hashsize', ${GATHERED_BYTES})`,
    `create virtual table "document_page_term" using fts5vocab("document_page_text", 'instance')`,
    'create table "document_page_text_latest" ("number" integer not null)',
    `insert into "document_page_text_latest" values (${FIRST_NUMBER})`,
    `create trigger "document_page_text_drops" after delete on search_document when old."kind" = 'documents' begin
      delete from "document_page_text" where rowid = old."number";
    end`,
    `create trigger "document_page_entry" instead of insert on search_entry when new."kind" = 'documents' begin
      ${forget('"itemId" = new."itemId"')}
      update "document_page_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "document_page_text_latest";
      insert into "document_page_text" (rowid, "title", "text")
        select "number", new."title", new."text" from "document_page_text_latest";
    end`,
    trigger('document_insert_lists', 'insert on "document"', listAll('new."id"')),
    trigger(
      'document_update_lists',
      `update of "title", "summary", "replacedAt" on "document" when ${changed}`,
      listAll('new."id"'),
    ),
    trigger('document_delete_forgets', 'delete on "document"', forget(ofDocument('old."id"'))),
    trigger('document_part_insert_lists', 'insert on "document_part"', listPart('sqlite', 'new')),
    trigger('document_part_update_lists', 'update on "document_part"', listPart('sqlite', 'new')),
    trigger(
      'document_part_delete_forgets',
      'delete on "document_part"',
      forget(`"itemId" = ${partId('sqlite', 'old')}`),
    ),
    // Whether readers find a document depends on its uses.
    ...['insert', 'delete'].map((change) =>
      trigger(
        `document_use_${change}_raises`,
        `${change} on "document_use" when ${change === 'insert' ? 'new' : 'old'}."state" = 'published'`,
        raise,
      ),
    ),
  ];
}

function inPostgres(): string[] {
  const changed = SAID.map((column) => `new."${column}" is distinct from old."${column}"`).join(' or ');
  const run = (name: string, work: string) =>
    `create or replace function "${name}"() returns trigger language plpgsql as $$ begin
      ${work}
      return null;
    end $$`;
  return [
    `create table "document_page_text" ("number" bigint primary key references search_document on delete cascade,
      "words" tsvector not null)`,
    'create index "document_page_text_words" on "document_page_text" using gin ("words")',
    `create sequence "document_page_text_number" minvalue ${FIRST_NUMBER + 1} owned by "document_page_text"."number"`,
    `create or replace function "enter_document_page"() returns trigger language plpgsql as $$
      declare entered bigint;
      begin
        if new."kind" <> 'documents' then return new; end if;
        ${forget('"itemId" = new."itemId"')}
        insert into search_document ("number", "kind", "itemId", "date", "series")
          values (nextval('"document_page_text_number"'), new."kind", new."itemId", new."date", new."series")
          returning "number" into entered;
        insert into "document_page_text" ("number", "words") values (entered,
          setweight(to_tsvector('town_words', new."title"), 'A') || to_tsvector('town_words', new."text"));
        return null;
      end $$`,
    // Triggers fire by name: before the one of the collections, which is then left out.
    `create trigger "search_entry_documents" instead of insert on search_entry
      for each row execute function "enter_document_page"()`,
    // The counter first: indexing locks it, too, and then reads what is committed.
    run(
      'list_document',
      `${raise}
      if tg_op = 'TRUNCATE' then ${forget('true')}
      elsif tg_op = 'DELETE' then ${forget(ofDocument('old."id"'))}
      elsif tg_op = 'INSERT' then ${listAll('new."id"')}
      elsif ${changed} then ${listAll('new."id"')}
      end if;`,
    ),
    `create trigger "document_lists" after insert or update or delete on "document"
      for each row execute function "list_document"()`,
    `create trigger "document_lists_none" after truncate on "document"
      for each statement execute function "list_document"()`,
    run(
      'list_document_part',
      `${raise}
      if tg_op = 'DELETE' then ${forget(`"itemId" = ${partId('postgres', 'old')}`)}
      else ${listPart('postgres', 'new')}
      end if;`,
    ),
    `create trigger "document_part_lists" after insert or update or delete on "document_part"
      for each row execute function "list_document_part"()`,
    run('raise_document_use', raise),
    ...['insert', 'delete'].map(
      (change) => `create trigger "document_use_${change}_raises" after ${change} on "document_use"
        for each row when (${change === 'insert' ? 'new' : 'old'}."state" = 'published')
        execute function "raise_document_use"()`,
    ),
  ];
}
