import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
type AnyDb = Kysely<any>;

/**
 * Splits each vote into who has voted and a ballot. What joins the two while a poll is open is one key for each poll,
 * which no backup holds and which is destroyed when the poll closes.
 */
export function unlinkVotes(dialect: Dialect): Migration {
  const statements = dialect === 'sqlite' ? sqlite : postgres;

  async function up(db: AnyDb): Promise<void> {
    for (const statement of statements.create) await sql.raw(statement).execute(db);
    for (const statement of copying) await sql.raw(statement).execute(db);
    await copyOpenVotes(db);
    for (const statement of statements.replace) await sql.raw(statement).execute(db);
  }

  return { up };
}

const SLICE = 200;

type OpenVote = { receipt: string; voter: string; round: number; kind: string; choices: string };

/** Votes of polls that are open get their reference here: only with it can they still be changed. */
async function copyOpenVotes(db: AnyDb): Promise<void> {
  const polls = await sql<{ pollId: string }>`
    select distinct "pollId" from "poll_vote" where "receipt" is not null`.execute(db);
  for (const { pollId } of polls.rows) {
    const key = randomBytes(32).toString('base64url');
    await sql`insert into "poll_key" ("pollId", "key") values (${pollId}, ${key})`.execute(db);
    for (let after = ''; ; ) {
      const { rows } = await sql<OpenVote>`
        select "receipt", "voter", "round", "kind", "choices" from "poll_vote"
        where "pollId" = ${pollId} and "receipt" > ${after} order by "receipt" limit ${SLICE}`.execute(db);
      if (rows.length === 0) break;
      const values = rows.map(({ receipt, voter, round, kind, choices }) => {
        const ref = createHmac('sha256', key).update(voter).digest('base64url');
        return sql`(${pollId}, ${receipt}, ${round}, ${kind}, ${choices}, ${ref})`;
      });
      await sql`insert into "poll_ballot_2" ("pollId", "receipt", "round", "kind", "choices", "ref")
        values ${sql.join(values)}`.execute(db);
      after = rows.at(-1)?.receipt ?? after;
    }
  }
}

const copying = [
  `insert into "poll_voter" ("pollId", "voter", "userId", "kind", "round", "network", "votedAt")
    select "pollId", "voter", "userId", "kind", "round", "network", "firstAt" - "firstAt" % 3600000
    from "poll_vote"`,
  `insert into "poll_ballot_2" ("pollId", "receipt", "round", "kind", "choices", "position", "hash")
    select "pollId", "receipt", "round", "kind", "choices", "position", "hash" from "poll_ballot"`,
];

const sqlite = {
  create: [
    `create table "poll_voter" (
      "pollId" text not null references "poll" ("id") on delete cascade,
      "voter" text not null,
      "userId" text references "site_user" ("id") on delete set null,
      "kind" text not null,
      "round" integer not null,
      "network" text,
      "votedAt" integer not null,
      primary key ("pollId", "voter")
    ) without rowid`,
    `create index "poll_voter_of_user" on "poll_voter" ("userId")`,
    `create index "poll_voter_network" on "poll_voter" ("pollId", "voter") where "network" is not null`,
    `create table "poll_key" (
      "pollId" text not null primary key references "poll" ("id") on delete cascade,
      "key" text not null
    ) without rowid`,
    `create table "poll_ballot_2" (
      "pollId" text not null references "poll" ("id") on delete cascade,
      "receipt" text not null,
      "round" integer not null,
      "kind" text not null,
      "choices" text not null,
      "ref" text,
      "position" integer,
      "hash" text,
      primary key ("pollId", "receipt")
    ) without rowid`,
    `create table "poll_sealing" (
      "pollId" text not null primary key references "poll" ("id") on delete cascade,
      "phase" text not null
    ) without rowid`,
  ],
  replace: [
    `drop table "poll_vote"`,
    `drop table "poll_ballot"`,
    `alter table "poll_ballot_2" rename to "poll_ballot"`,
    `create unique index "poll_ballot_ref" on "poll_ballot" ("pollId", "ref")`,
    `create unique index "poll_ballot_position" on "poll_ballot" ("pollId", "position")`,
    `create index "poll_ballot_counted" on "poll_ballot" ("pollId", "round", "kind", "choices")`,
    ...['insert', 'update', 'delete'].map(
      (change) => `create trigger "poll_ballot_${change}_raises" after ${change} on "poll_ballot" begin
        update collection_revision set revision = revision + 1 where collection = 'votes';
      end`,
    ),
  ],
};

const postgres = {
  create: [
    `create table "poll_voter" (
      "pollId" text collate "C" not null references "poll" ("id") on delete cascade,
      "voter" text collate "C" not null,
      "userId" text collate "C" references "site_user" ("id") on delete set null,
      "kind" text not null,
      "round" integer not null,
      "network" text,
      "votedAt" bigint not null,
      constraint "poll_voter_pkey" primary key ("pollId", "voter")
    )`,
    `create index "poll_voter_of_user" on "poll_voter" ("userId")`,
    `create index "poll_voter_network" on "poll_voter" ("pollId", "voter") where "network" is not null`,
    `create table "poll_key" (
      "pollId" text collate "C" not null references "poll" ("id") on delete cascade,
      "key" text not null,
      constraint "poll_key_pkey" primary key ("pollId")
    )`,
    `create table "poll_ballot_2" (
      "pollId" text collate "C" not null references "poll" ("id") on delete cascade,
      "receipt" text collate "C" not null,
      "round" integer not null,
      "kind" text collate "C" not null,
      "choices" text collate "C" not null,
      "ref" text collate "C",
      "position" integer,
      "hash" text,
      constraint "poll_ballot_of_receipt" primary key ("pollId", "receipt")
    )`,
    `create table "poll_sealing" (
      "pollId" text collate "C" not null references "poll" ("id") on delete cascade,
      "phase" text not null,
      constraint "poll_sealing_pkey" primary key ("pollId")
    )`,
  ],
  replace: [
    `drop table "poll_vote"`,
    `drop function "raise_poll_vote"()`,
    `drop table "poll_ballot"`,
    `alter table "poll_ballot_2" rename to "poll_ballot"`,
    `create unique index "poll_ballot_ref" on "poll_ballot" ("pollId", "ref")`,
    `create unique index "poll_ballot_position" on "poll_ballot" ("pollId", "position")`,
    `create index "poll_ballot_counted" on "poll_ballot" ("pollId", "round", "kind", "choices")`,
    `create function "raise_poll_ballot"() returns trigger language plpgsql as $$ begin
      update collection_revision set revision = revision + 1 where collection = 'votes';
      return null;
    end $$`,
    `create trigger "poll_ballot_raises" after insert or update or delete or truncate on "poll_ballot"
      for each statement execute function "raise_poll_ballot"()`,
  ],
};
