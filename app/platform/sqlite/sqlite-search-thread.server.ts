/** Runs in a thread of its own and queries the full-text index, so that slow queries block no one else. */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { openForReading } from './sqlite-file.server.ts';
import type { Opening, ReadReply, ReadRequest } from './sqlite-messages.ts';
import { Statements, sentErrorOf } from './sqlite-statements.server.ts';

const MOST_STATEMENTS = 100;

let database: DatabaseSync;
let statements: Statements;

parentPort?.on('message', (request: Opening | ReadRequest | 'close') => {
  if (request === 'close') {
    database.close();
    tell({ hasClosed: true });
  } else if ('open' in request) {
    database = openForReading(request.open);
    statements = new Statements(database, MOST_STATEMENTS);
  } else {
    tell({ id: request.id, hasBegun: true });
    tell(answer(request));
  }
});

function answer({ id, sql, parameters }: ReadRequest): ReadReply {
  try {
    return { id, answer: statements.run(sql, parameters) };
  } catch (error) {
    return { id, error: sentErrorOf(error) };
  }
}

function tell(reply: ReadReply): void {
  parentPort?.postMessage(reply);
}
