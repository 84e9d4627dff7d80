import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
type AnyDb = Kysely<any>;

/** Polls get rules and a time to vote; votes, ballots without their voters, and what was done to a poll in the open. */
export function createVoting({ orderedText, bigInteger, raiseRevision }: Capabilities): Migration {
  const NEVER = Number.MAX_SAFE_INTEGER;

  async function addRules(db: AnyDb): Promise<void> {
    const poll = () => db.schema.alterTable('poll');
    await poll()
      .addColumn('voters', 'text', (column) => column.notNull().defaultTo('verified'))
      .execute();
    await poll()
      .addColumn('resultsShown', 'text', (column) => column.notNull().defaultTo('always'))
      .execute();
    await poll()
      .addColumn('maxChoices', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await poll()
      .addColumn('noneOfThese', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const instant of ['opensAt', 'closesAt', 'closedAt', 'archivedAt'])
      await poll().addColumn(instant, bigInteger).execute();
    // When it is over: what the public list is sorted by. A poll without an end comes first.
    await poll()
      .addColumn('endsAt', bigInteger, (column) => column.notNull().defaultTo(NEVER))
      .execute();
    await poll()
      .addColumn('round', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await poll()
      .addColumn('archived', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('poll_public').on('poll').columns(['archived', 'endsAt', 'id']).execute();
    await db.schema.createIndex('poll_due').on('poll').columns(['closedAt', 'closesAt']).execute();
    await db.schema
      .alterTable('poll_option')
      .addColumn('isNone', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }

  const ofPoll = (db: AnyDb, name: string) =>
    db.schema
      .createTable(name)
      .addColumn('pollId', orderedText, (column) =>
        column.notNull().references('poll.id').onDelete('cascade'),
      );

  async function createVotes(db: AnyDb): Promise<void> {
    await ofPoll(db, 'poll_vote')
      .addColumn('voter', orderedText, (column) => column.notNull())
      .addColumn('userId', orderedText, (column) => column.references('site_user.id').onDelete('cascade'))
      .addColumn('kind', orderedText, (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('choices', orderedText)
      .addColumn('receipt', orderedText)
      .addColumn('network', orderedText)
      .addColumn('firstAt', bigInteger, (column) => column.notNull())
      .addColumn('castAt', bigInteger, (column) => column.notNull())
      .addPrimaryKeyConstraint('poll_vote_of_voter', ['pollId', 'voter'])
      .addUniqueConstraint('poll_vote_receipt', ['pollId', 'receipt'])
      .execute();
    await db.schema
      .createIndex('poll_vote_counted')
      .on('poll_vote')
      .columns(['pollId', 'kind', 'choices'])
      .execute();
    await db.schema.createIndex('poll_vote_by_user').on('poll_vote').column('userId').execute();
    await ofPoll(db, 'poll_network')
      .addColumn('network', orderedText, (column) => column.notNull())
      .addColumn('voters', 'integer', (column) => column.notNull())
      .addColumn('refused', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('poll_network_of_poll', ['pollId', 'network'])
      .execute();
  }

  async function createBallots(db: AnyDb): Promise<void> {
    await ofPoll(db, 'poll_ballot')
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('receipt', orderedText, (column) => column.notNull())
      .addColumn('choices', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('poll_ballot_in_order', ['pollId', 'position'])
      .addUniqueConstraint('poll_ballot_receipt', ['pollId', 'receipt'])
      .execute();
    await ofPoll(db, 'poll_closing')
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('closedAt', bigInteger, (column) => column.notNull())
      .addColumn('ballots', 'integer', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .addColumn('line', 'text', (column) => column.notNull())
      .addColumn('head', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('poll_closing_of_round', ['pollId', 'round'])
      .execute();
    await ofPoll(db, 'poll_note')
      .addColumn('at', bigInteger, (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('poll_note_of_poll', ['pollId', 'number'])
      .execute();
  }

  async function up(db: AnyDb): Promise<void> {
    await addRules(db);
    await createVotes(db);
    await createBallots(db);
    // Of its own: a vote must not make the pages that show polls, but no votes, be made anew.
    await db.insertInto('collection_revision').values({ collection: 'votes', revision: 1 }).execute();
    for (const statement of raiseRevision('poll_vote', 'votes')) await sql.raw(statement).execute(db);
  }

  return { up };
}
