import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * An event can be a meeting: `meeting` is its JSON, `meetingBody` the name of the body in it, by which lists find it. Its
 * agenda and minutes are uses of documents, next to those of the item, and their texts can have pictures.
 */
export function addMeetings(dialect: Dialect): Migration {
  const key = dialect === 'postgres' ? 'text collate "C"' : 'text';
  const statements = [
    'alter table "event" add column "meeting" text',
    `alter table "event" add column "meetingBody" ${key}`,
    `create index "event_meeting" on "event" ("eventDate", "id") where "meetingBody" is not null`,
    `create index "event_meeting_body" on "event" ("meetingBody", "eventDate", "id")
      where "meetingBody" is not null`,
    ...(dialect === 'postgres' ? recordInPostgres() : recordInSqlite()),
    ...(dialect === 'postgres' ? notePicturesInPostgres() : notePicturesInSqlite()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const forget = (collection: string, item: string, state: string) =>
  `delete from "document_use" where "collection" = ${collection} and "itemId" = ${item} and "state" = ${state};`;

type Use = readonly [collection: string, item: string, state: string];

const published = (row: string): Use => [`'events'`, `${row}."id"`, `'published'`];
const version = (row: string): Use => [`${row}."collection"`, `${row}."id"`, `${row}."state"`];

function recordInSqlite(): string[] {
  // `list` is the JSON of the ids of the item's documents, `meeting` that of its meeting.
  const add = (use: Use, list: string, meeting: string) =>
    `insert into "document_use" ("collection", "itemId", "state", "document")
      select ${use.join(', ')}, "id" from (
        select "value" as "id" from json_each(${list}) where "type" = 'text'
        union select "value" from json_each(${meeting}) where "key" in ('agenda', 'minutes') and "type" = 'text'
      ) where "id" <> '';`;
  const replace = (name: string, on: string, when: string, work: string) => [
    `drop trigger "${name}"`,
    `create trigger "${name}" after ${on} when ${when} begin ${work} end`,
  ];
  const list = `coalesce(new."documents", '[]')`;
  const meeting = `coalesce(new."meeting", '{}')`;
  const has = (row: string) =>
    `(json_type(${row}."item", '$.documents') = 'array' or json_type(${row}."item", '$.meeting') = 'object')`;
  const partOf = (path: string, type: string, none: string) =>
    `case when json_type(new."item", '${path}') = '${type}' then json_extract(new."item", '${path}') else '${none}' end`;
  const inVersion = [partOf('$.documents', 'array', '[]'), partOf('$.meeting', 'object', '{}')] as const;
  return [
    ...replace(
      'event_insert_documents',
      'insert on "event"',
      'new."documents" is not null or new."meeting" is not null',
      add(published('new'), list, meeting),
    ),
    ...replace(
      'event_update_documents',
      'update on "event"',
      'new."documents" is not old."documents" or new."meeting" is not old."meeting"',
      forget(...published('old')) + add(published('new'), list, meeting),
    ),
    ...replace(
      'event_delete_documents',
      'delete on "event"',
      'old."documents" is not null or old."meeting" is not null',
      forget(...published('old')),
    ),
    ...replace(
      'item_version_insert_documents',
      'insert on "item_version"',
      has('new'),
      add(version('new'), ...inVersion),
    ),
    ...replace(
      'item_version_update_documents',
      'update on "item_version"',
      `${has('new')} or ${has('old')}`,
      forget(...version('old')) + add(version('new'), ...inVersion),
    ),
    ...replace(
      'item_version_delete_documents',
      'delete on "item_version"',
      has('old'),
      forget(...version('old')),
    ),
  ];
}

function recordInPostgres(): string[] {
  const add = (use: Use, list: string, meeting: string) =>
    `insert into "document_use" ("collection", "itemId", "state", "document")
      select ${use.join(', ')}, "id" from (
        select "value" as "id" from jsonb_array_elements_text(${list}) as "value"
        union select "value" from jsonb_each_text(${meeting}) where "key" in ('agenda', 'minutes')
      ) as "used" where "id" <> '';`;
  const partOf = (name: string, type: string, none: string) =>
    `case when jsonb_typeof((new."item")::jsonb -> '${name}') = '${type}'
      then (new."item")::jsonb -> '${name}' else '${none}'::jsonb end`;
  const replace = (table: string, use: (row: string) => Use, list: string, meeting: string) =>
    `create or replace function "record_documents_of_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${forget(...use('old'))} end if;
      if tg_op <> 'DELETE' then ${add(use('new'), list, meeting)} end if;
      return null;
    end $$`;
  const retrigger = (table: string, change: string, when: string) => [
    `drop trigger "${table}_${change}_documents" on "${table}"`,
    `create trigger "${table}_${change}_documents" after ${change} on "${table}" for each row
      when (${when}) execute function "record_documents_of_${table}"()`,
  ];
  const has = (row: string) =>
    `position('"documents":[' in ${row}."item") > 0 or position('"meeting":{' in ${row}."item") > 0`;
  return [
    replace(
      'event',
      published,
      `coalesce(new."documents", '[]')::jsonb`,
      `coalesce(new."meeting", '{}')::jsonb`,
    ),
    replace('item_version', version, partOf('documents', 'array', '[]'), partOf('meeting', 'object', '{}')),
    ...retrigger('event', 'insert', 'new."documents" is not null or new."meeting" is not null'),
    ...retrigger(
      'event',
      'update',
      'new."documents" is distinct from old."documents" or new."meeting" is distinct from old."meeting"',
    ),
    ...retrigger('event', 'delete', 'old."documents" is not null or old."meeting" is not null'),
    ...retrigger('item_version', 'insert', has('new')),
    ...retrigger('item_version', 'update', `${has('new')} or ${has('old')}`),
    ...retrigger('item_version', 'delete', has('old')),
  ];
}

const noteEvent = (row: string) =>
  `insert into "picture_use_stale" ("collection", "itemId") values ('events', ${row}."id") on conflict do nothing;`;

function notePicturesInSqlite(): string[] {
  const uses = (row: string) =>
    `(${row}."picture" is not null or instr(${row}."description", '/media/') > 0 or instr(coalesce(${row}."meeting", ''), '/media/') > 0)`;
  const retrigger = (change: string, row: string, when: string) => [
    `drop trigger "event_${change}_pictures"`,
    `create trigger "event_${change}_pictures" after ${change} on "event" when ${when} begin ${noteEvent(row)} end`,
  ];
  return [
    ...retrigger('insert', 'new', uses('new')),
    ...retrigger('update', 'new', `${uses('new')} or ${uses('old')}`),
    ...retrigger('delete', 'old', uses('old')),
  ];
}

function notePicturesInPostgres(): string[] {
  const uses = (row: string) =>
    `(${row}."picture" is not null or position('/media/' in ${row}."description") > 0 or position('/media/' in coalesce(${row}."meeting", '')) > 0)`;
  return [
    `create or replace function "note_pictures_of_event"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' and ${uses('old')} then ${noteEvent('old')} end if;
      if tg_op <> 'DELETE' and ${uses('new')} then ${noteEvent('new')} end if;
      return null;
    end $$`,
  ];
}
