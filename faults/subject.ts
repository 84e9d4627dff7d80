/** The site under test: its folder, its processes, and all its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { findFreePort } from '../tests/free-port.ts';
import { listChildren } from '../tests/process-tree.ts';
import { until } from '../tests/until.ts';
import { ask, type Question, type Reply } from './ask.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const ADMIN = { email: 'editor@example.org', password: 'canary-of-the-administrator' };
const SECRET = '0123456789abcdef'.repeat(4);
const READY_MS = MINUTE_MS;

export type StartOptions = {
  environment?: Record<string, string>;
  /** A program and its arguments that start the following command: strace, unshare, prlimit. */
  wrap?: string[];
  /** Returns at once, before the site is ready; some never will be. */
  unready?: boolean;
};

export type Run = {
  /** Of the started process: the wrapper's, if it does not become the server itself. */
  pid: number;
  /** Until it was ready; 0 if nobody waited for that. */
  readyMs: number;
  /** Settles when it has ended, with its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  hasEnded: () => boolean;
  kill: (signal: NodeJS.Signals) => void;
};

export class Subject {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
  /** Of a town on PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Where this process finds the data folder, if the site sees another disk there. */
  view: string;
  /** The output of all its processes. */
  output = '';
  /** What no log may contain. */
  readonly secrets: string[];
  readonly #running = new Set<ChildProcess>();

  private constructor(dataFolder: string, port: number, token: string, databaseUrl?: string) {
    this.dataFolder = dataFolder;
    this.view = dataFolder;
    this.port = port;
    this.token = token;
    this.databaseUrl = databaseUrl;
    this.secrets = [token, ADMIN.password, ADMIN.email];
  }

  /** An empty town with an API token that can write, not started yet. */
  static async make(
    dataFolder = mkdtempSync(join(tmpdir(), 'belfry-fault-')),
    databaseUrl?: string,
  ): Promise<Subject> {
    const database = openDatabase(databaseUrl ? { url: databaseUrl } : { dataFolder });
    await migrate(database);
    const token = await createApiToken(
      database.write,
      { name: 'faults', scope: 'write', days: 9999 },
      Date.now(),
    ).finally(database.close);
    return new Subject(dataFolder, await findFreePort(), token, databaseUrl);
  }

  /** The same town in another folder; its output is separate. */
  on(dataFolder: string): Subject {
    return new Subject(dataFolder, this.port, this.token);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start({ environment = {}, wrap = [], unready = false }: StartOptions = {}): Promise<Run> {
    const [program = '', ...args] = [...wrap, process.execPath, join(root, 'build', 'server', 'main.js')];
    const began = performance.now();
    // The channel ends it when this process is gone.
    const child = spawn(program, args, {
      cwd: root,
      env: this.environment(environment),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#running.add(child);
    const ended = this.#follow(child);
    const run: Run = {
      pid: child.pid ?? 0,
      readyMs: 0,
      ended,
      hasEnded: () => !this.#running.has(child),
      kill: (signal) => void child.kill(signal),
    };
    if (unready) return run;
    await until('the site is ready', () => this.isReady(run), READY_MS);
    return { ...run, readyMs: performance.now() - began };
  }

  ask(question: Question): Promise<Reply> {
    return ask(this.port, question);
  }

  /** As a program that can write. */
  call(method: string, path: string, body?: unknown, more: Partial<Question> = {}): Promise<Reply> {
    const headers = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' };
    return this.ask({
      method,
      path: `/api/v1/${path}`,
      headers: body === undefined ? { Authorization: headers.Authorization } : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more,
    });
  }

  /** The result of /readyz; throws when the process has ended. */
  async isReady(run?: Run): Promise<boolean> {
    if (run?.hasEnded()) throw new Error(`the site ended:\n${this.output.slice(-2000)}`);
    return this.ask({ path: '/readyz', limitMs: 5000 }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Shuts down the running site in order, and returns how it ended. */
  async stop(run: Run): Promise<number | string> {
    run.kill('SIGTERM');
    const deadline = setTimeout(() => run.kill('SIGKILL'), 15_000);
    return run.ended.finally(() => clearTimeout(deadline));
  }

  /** The same with a wrapper, which would not forward the signal. */
  async stopWrapped(run: Run): Promise<number | string> {
    for (const child of listChildren(run.pid)) process.kill(child, 'SIGTERM');
    return run.ended;
  }

  /** Ends everything that is still running, and deletes the folder. */
  async remove(): Promise<void> {
    const ends = [...this.#running].map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of this.#running) child.kill('SIGKILL');
    await Promise.all(ends);
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  #follow(child: ChildProcess): Promise<number | string> {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk;
      });
    return new Promise((resolve) => {
      child.once('error', (error) => {
        this.output += error.message;
      });
      child.once('close', (code, signal) => {
        this.#running.delete(child);
        resolve(code ?? signal ?? -1);
      });
    });
  }

  /** What its processes are started with, the command line included. */
  environment(more: Record<string, string> = {}): Record<string, string> {
    const { PATH = '', HOME = '', TMPDIR } = process.env;
    return {
      PATH,
      HOME,
      ...(TMPDIR ? { TMPDIR } : {}),
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(this.port),
      BELFRY_URL: this.url,
      BELFRY_DATA: this.dataFolder,
      ...(this.databaseUrl ? { DATABASE_URL: this.databaseUrl, BELFRY_SECRET: SECRET } : {}),
      BELFRY_ADMIN_EMAIL: ADMIN.email,
      BELFRY_ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
      ...more,
    };
  }

  /** The signing secret, once there is one. */
  readSecret(): string | undefined {
    try {
      return readFileSync(join(this.view, 'secret'), 'utf8').trim();
    } catch {
      return undefined;
    }
  }
}
