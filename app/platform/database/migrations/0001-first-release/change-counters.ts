import type { Dialect } from '#app/platform/database/capabilities.ts';
import { columnTypes } from './column-types.ts';

/** Tables, and the collection whose counter rises with every change of them. */
const watched = [
  ['article', 'articles'],
  ['news_item', 'news'],
  ['event', 'events'],
  ['poll', 'polls'],
  ['poll_option', 'polls'],
  ['business', 'businesses'],
  ['town_setting', 'town'],
  // Votes have their own: a vote must not make pages that show polls, but no votes, be rendered again.
  ['poll_ballot', 'votes'],
  ['picture', 'pictures'],
  ['source', 'sources'],
  ['source_item', 'sources'],
  ['newsletter_issue', 'newsletter'],
  ['newsletter_setting', 'newsletter'],
  ['redirect', 'redirects'],
] as const;

/**
 * A number for each collection that triggers raise in the transaction of every change. On PostgreSQL every change of a
 * counter is also announced to those who listen.
 */
export function createChangeCounters(dialect: Dialect): string[] {
  const { key, bigint } = columnTypes(dialect);
  const collections = new Set(watched.map(([, collection]) => `('${collection}', 1)`));
  return [
    `create table "collection_revision" (
      "collection" ${key} not null primary key,
      "revision" ${bigint} not null)`,
    `insert into collection_revision ("collection", "revision") values ${[...collections].join(', ')}`,
    ...watched.flatMap(([table, collection]) => raiseCounter(dialect, table, collection)),
    ...(dialect === 'postgres' ? announceChanges : []),
  ];
}

/** Statements after which every change of `table` raises the counter of `collection` in its own transaction. */
export function raiseCounter(dialect: Dialect, table: string, collection: string): string[] {
  const raise = `update collection_revision set revision = revision + 1 where collection = '${collection}'`;
  if (dialect === 'sqlite')
    return ['insert', 'update', 'delete'].map(
      (change) =>
        `create trigger "${table}_${change}_raises" after ${change} on "${table}" begin ${raise}; end`,
    );
  return [
    `create function "raise_${table}"() returns trigger language plpgsql as $$ begin
      ${raise};
      return null;
    end $$`,
    `create trigger "${table}_raises" after insert or update or delete or truncate on "${table}"
      for each statement execute function "raise_${table}"()`,
  ];
}

const announceChanges = [
  `create function "tell_collection_revision"() returns trigger language plpgsql as $$ begin
    perform pg_notify('belfry_revisions', '');
    return null;
  end $$`,
  `create trigger "collection_revision_tells" after update on "collection_revision"
    for each statement execute function "tell_collection_revision"()`,
];
