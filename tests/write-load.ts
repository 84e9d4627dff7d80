import { request } from 'node:http';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { sampleInputs } from './sample-inputs.ts';

/** One write as its client saw it; status 0 without a response. Times are those of the stopwatch. */
export type Attempt = { id: string; status: number; text: string; sentAt: number; answeredAt: number };

export type WriteLoad = {
  attempts: Attempt[];
  /** Resolves with the first acknowledged write after `since`; rejects after `patienceMs`. */
  resumed: (since: number, patienceMs?: number) => Promise<Attempt>;
  /** Stops sending and waits for running requests. */
  stop: () => Promise<void>;
};

type LoadOptions = { port: number; token: string; everyMs?: number; atOnce?: number; name?: string };

/** Writes one item after the other through the API, each with its own id, and records the outcome. */
export function startWriting({ port, token, everyMs = 20, atOnce = 8, name = 'w' }: LoadOptions): WriteLoad {
  const attempts: Attempt[] = [];
  const running = new Set<Promise<unknown>>();
  const listeners = new Set<(attempt: Attempt) => void>();
  let count = 0;
  const timer = setInterval(() => {
    if (running.size >= atOnce) return;
    const done = writeOnce({ port, token, id: `${name}-${count++}` }).then((attempt) => {
      attempts.push(attempt);
      for (const listener of listeners) listener(attempt);
      running.delete(done);
    });
    running.add(done);
  }, everyMs);

  function resumed(since: number, patienceMs = 90_000): Promise<Attempt> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(
        () => reject(new Error(`no write came through: ${tell(attempts)}`)),
        patienceMs,
      );
      const listen = (attempt: Attempt) => {
        if (!isAcknowledged(attempt) || attempt.sentAt < since) return;
        clearTimeout(deadline);
        listeners.delete(listen);
        resolve(attempt);
      };
      listeners.add(listen);
    });
  }

  return {
    attempts,
    resumed,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

export function isAcknowledged({ status }: Attempt): boolean {
  return status === 200 || status === 201;
}

/** The last responses, for a message. */
function tell(attempts: Attempt[]): string {
  return attempts
    .slice(-3)
    .map(({ status, text }) => `${status} ${text.slice(0, 100)}`)
    .join(', ');
}

export function writeOnce({
  port,
  token,
  id,
}: {
  port: number;
  token: string;
  id: string;
}): Promise<Attempt> {
  const sentAt = performance.now();
  const body = JSON.stringify({ ...sampleInputs.news, title: `Written as ${id}` });
  return new Promise((resolve) => {
    const finish = (status: number, text: string) =>
      resolve({ id, status, text, sentAt, answeredAt: performance.now() });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = request(
      { port, host: '127.0.0.1', path: `/api/v1/news/${id}`, method: 'PUT', headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => finish(response.statusCode ?? 0, text));
      },
    );
    sent.on('error', (error) => finish(0, error.message)).end(body);
  });
}

/**
 * Contradictions to the responses (invariant I1): an acknowledged write that is missing or differs, or one that exists
 * though the response said that nothing was saved. After an unknown outcome, both are allowed.
 */
export async function listContradictions(db: ReadDb, attempts: Attempt[]): Promise<string[]> {
  const rows = await db.selectFrom('news_item').select(['id', 'title']).execute();
  const titles = new Map(rows.map((row) => [row.id, row.title]));
  return attempts.flatMap(({ id, status, text }) => {
    const isThere = titles.has(id);
    if (status === 200 || status === 201) {
      return titles.get(id) === `Written as ${id}` ? [] : [`${id} was acknowledged and is lost`];
    }
    return isThere && /nothing was saved/i.test(text)
      ? [`${id} is there, and its writer was told it is not: ${text.slice(0, 300)}`]
      : [];
  });
}
