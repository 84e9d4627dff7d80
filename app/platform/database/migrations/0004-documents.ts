import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * Documents, their text, and which items use them. The files of documents are rows of `picture_file`, whose `picture` is
 * then the id of a document: one store has the files of both kinds.
 */
export function createDocuments(dialect: Dialect): Migration {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const facts = `"file" ${key} not null,
      "type" ${key} not null,
      "bytes" ${bigint} not null,
      "sha256" ${key} not null,
      "pages" integer,`;
  const statements = [
    `create table "document" (
      "id" ${key} not null primary key,
      "title" text not null,
      "name" text not null,
      ${facts}
      "language" text,
      "summary" text,
      "hasText" ${key} not null,
      "tagged" ${key} not null,
      "problems" text not null,
      "words" text not null,
      "addedBy" ${key} references "site_user" ("id") on delete set null,
      "addedByToken" text,
      "createdAt" ${bigint} not null,
      "replacedAt" ${bigint},
      "updatedAt" ${bigint} not null)`,
    'create unique index "document_content" on "document" ("sha256")',
    'create index "document_newest" on "document" ("createdAt", "id")',
    'create index "document_of_user" on "document" ("addedBy") where "addedBy" is not null',
    `create table "document_version" (
      "document" ${key} not null,
      "number" integer not null,
      "name" text not null,
      ${facts}
      "createdAt" ${bigint} not null,
      constraint "document_version_key" primary key ("document", "number"))`,
    `create table "document_part" (
      "document" ${key} not null,
      "position" integer not null,
      "page" integer,
      "text" text not null,
      constraint "document_part_key" primary key ("document", "position"))`,
    `create table "document_use" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "state" ${key} not null,
      "document" ${key} not null,
      constraint "document_use_key" primary key ("collection", "itemId", "state", "document"))`,
    'create index "document_use_of" on "document_use" ("document", "state")',
    `create table "document_idle" ("document" ${key} not null primary key, "since" ${bigint} not null)`,
    `insert into collection_revision ("collection", "revision") values ('documents', 1)`,
    ...tables.map(([table]) => `alter table "${table}" add column "documents" text`),
    ...(dialect === 'postgres' ? recordInPostgres() : recordInSqlite()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const tables = [
  ['article', 'articles'],
  ['news_item', 'news'],
  ['event', 'events'],
  ['poll', 'polls'],
  ['business', 'businesses'],
  ['page', 'pages'],
] as const;

const raise = `update collection_revision set revision = revision + 1 where collection = 'documents'`;

/** Forgets the documents of a row, or adds them: `list` is the JSON of their ids. */
const forget = (collection: string, item: string, state: string) =>
  `delete from "document_use" where "collection" = ${collection} and "itemId" = ${item} and "state" = ${state};`;

function recordInSqlite(): string[] {
  const add = (collection: string, item: string, state: string, list: string) =>
    `insert into "document_use" ("collection", "itemId", "state", "document")
      select distinct ${collection}, ${item}, ${state}, "value" from json_each(${list}) where "type" = 'text';`;
  const trigger = (name: string, on: string, when: string, work: string) =>
    `create trigger "${name}" after ${on} when ${when} begin ${work} end`;
  const draft = (row: string) => [`${row}."collection"`, `${row}."id"`, `${row}."state"`] as const;
  const hasList = (row: string) => `json_type(${row}."item", '$.documents') = 'array'`;
  const listIn = (row: string) =>
    `case when ${hasList(row)} then json_extract(${row}."item", '$.documents') else '[]' end`;
  return [
    ...['insert', 'update', 'delete'].map(
      (change) =>
        `create trigger "document_${change}_raises" after ${change} on "document" begin ${raise}; end`,
    ),
    ...tables.flatMap(([table, collection]) => {
      const [added, gone] = ['new', 'old'].map((row) => [
        `'${collection}'`,
        `${row}."id"`,
        `'published'`,
      ]) as [[string, string, string], [string, string, string]];
      const list = 'new."documents"';
      return [
        trigger(
          `${table}_insert_documents`,
          `insert on "${table}"`,
          `${list} is not null`,
          add(...added, list),
        ),
        trigger(
          `${table}_update_documents`,
          `update on "${table}"`,
          `${list} is not old."documents"`,
          forget(...gone) + add(...added, `coalesce(${list}, '[]')`),
        ),
        trigger(
          `${table}_delete_documents`,
          `delete on "${table}"`,
          'old."documents" is not null',
          forget(...gone),
        ),
      ];
    }),
    trigger(
      'item_version_insert_documents',
      'insert on "item_version"',
      hasList('new'),
      add(...draft('new'), listIn('new')),
    ),
    trigger(
      'item_version_update_documents',
      'update on "item_version"',
      `${hasList('new')} or ${hasList('old')}`,
      forget(...draft('old')) + add(...draft('new'), listIn('new')),
    ),
    trigger(
      'item_version_delete_documents',
      'delete on "item_version"',
      hasList('old'),
      forget(...draft('old')),
    ),
  ];
}

function recordInPostgres(): string[] {
  const add = (collection: string, item: string, state: string, list: string) =>
    `insert into "document_use" ("collection", "itemId", "state", "document")
      select distinct ${collection}, ${item}, ${state}, "value" from jsonb_array_elements_text(${list}) as "value";`;
  const listIn = `case when jsonb_typeof((new."item")::jsonb -> 'documents') = 'array'
    then (new."item")::jsonb -> 'documents' else '[]'::jsonb end`;
  const triggerOf = (table: string, state: (row: string) => [string, string, string], list: string) => [
    `create function "record_documents_of_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${forget(...state('old'))} end if;
      if tg_op <> 'DELETE' then ${add(...state('new'), list)} end if;
      return null;
    end $$`,
  ];
  return [
    `create function "raise_document"() returns trigger language plpgsql as $$ begin
      ${raise};
      return null;
    end $$`,
    `create trigger "document_raises" after insert or update or delete or truncate on "document"
      for each statement execute function "raise_document"()`,
    ...tables.flatMap(([table, collection]) => {
      const call = `execute function "record_documents_of_${table}"()`;
      return [
        ...triggerOf(
          table,
          (row) => [`'${collection}'`, `${row}."id"`, `'published'`],
          `coalesce(new."documents", '[]')::jsonb`,
        ),
        `create trigger "${table}_insert_documents" after insert on "${table}" for each row
          when (new."documents" is not null) ${call}`,
        `create trigger "${table}_update_documents" after update on "${table}" for each row
          when (new."documents" is distinct from old."documents") ${call}`,
        `create trigger "${table}_delete_documents" after delete on "${table}" for each row
          when (old."documents" is not null) ${call}`,
      ];
    }),
    ...triggerOf('item_version', (row) => [`${row}."collection"`, `${row}."id"`, `${row}."state"`], listIn),
    ...['insert', 'update', 'delete'].map((change) => {
      const rows = { insert: ['new'], update: ['new', 'old'], delete: ['old'] }[change] as string[];
      const has = rows.map((row) => `position('"documents":[' in ${row}."item") > 0`).join(' or ');
      return `create trigger "item_version_${change}_documents" after ${change} on "item_version" for each row
        when (${has}) execute function "record_documents_of_item_version"()`;
    }),
  ];
}
