/** Runs in a thread of its own and queries the full-text index, so that slow queries block no one else. */
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from './sqlite-file.server.ts';
import type { ReadReply, ReadRequest, ThreadOptions } from './sqlite-messages.ts';
import { Statements, sentErrorOf } from './sqlite-statements.server.ts';

const MOST_STATEMENTS = 100;

const { file } = workerData as ThreadOptions;
const database = openForReading(file);
const statements = new Statements(database, MOST_STATEMENTS);

parentPort?.on('message', (request: ReadRequest | 'close') => {
  if (request === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage({ id: request.id, hasBegun: true } satisfies ReadReply);
  parentPort?.postMessage(answer(request));
});

function answer({ id, sql, parameters }: ReadRequest): ReadReply {
  try {
    return { id, answer: statements.run(sql, parameters) };
  } catch (error) {
    return { id, error: sentErrorOf(error) };
  }
}
