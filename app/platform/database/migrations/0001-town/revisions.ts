import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Tables, and the collection whose revision rises with every change of them. */
const watched = [
  ['article', 'articles'],
  ['news_item', 'news'],
  ['event', 'events'],
  ['poll', 'polls'],
  ['poll_option', 'polls'],
  ['business', 'businesses'],
  ['town_setting', 'town'],
  // Votes have their own: a vote must not make pages that show polls, but no votes, be rendered again.
  ['poll_vote', 'votes'],
] as const;

/**
 * A number for each collection that triggers raise in the transaction of every change. On PostgreSQL every change of a
 * revision is also announced to those who listen.
 */
export function createRevisions(dialect: Dialect): string[] {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const collections = [...new Set(watched.map(([, collection]) => `('${collection}', 1)`))];
  return [
    `create table "collection_revision" (
      "collection" ${key} not null primary key,
      "revision" ${bigint} not null)`,
    `insert into collection_revision ("collection", "revision") values ${collections.join(', ')}`,
    ...watched.flatMap(([table, collection]) => raiseRevision(dialect, table, collection)),
    ...(dialect === 'postgres' ? tellOfChanges('collection_revision', 'belfry_revisions') : []),
  ];
}

/** Statements after which every change of `table` raises the revision of `collection` in its own transaction. */
export function raiseRevision(dialect: Dialect, table: string, collection: string): string[] {
  return dialect === 'postgres'
    ? raiseRevisionInPostgres(table, collection)
    : raiseRevisionInSqlite(table, collection);
}

function raiseRevisionInSqlite(table: string, collection: string): string[] {
  return ['insert', 'update', 'delete'].map(
    (change) => `create trigger "${table}_${change}_raises" after ${change} on "${table}" begin
      update collection_revision set revision = revision + 1 where collection = '${collection}';
    end`,
  );
}

function raiseRevisionInPostgres(table: string, collection: string): string[] {
  return [
    `create function "raise_${table}"() returns trigger language plpgsql as $$ begin
      update collection_revision set revision = revision + 1 where collection = '${collection}';
      return null;
    end $$`,
    `create trigger "${table}_raises" after insert or update or delete or truncate on "${table}"
      for each statement execute function "raise_${table}"()`,
  ];
}

function tellOfChanges(table: string, channel: string): string[] {
  return [
    `create function "tell_${table}"() returns trigger language plpgsql as $$ begin
      perform pg_notify('${channel}', '');
      return null;
    end $$`,
    `create trigger "${table}_tells" after update on "${table}"
      for each statement execute function "tell_${table}"()`,
  ];
}
