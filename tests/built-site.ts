import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';

export type BuiltSiteOptions = {
  /** A PostgreSQL database; without it the site uses SQLite in `dataFolder`. */
  databaseUrl?: string | undefined;
  /** An existing folder stays; a new one is deleted at the end. */
  dataFolder?: string;
  /** The folder of a checkout with a build; this one's by default. */
  project?: string;
  /** Arguments of the server. */
  args?: string[];
  /** A program and its arguments that become the server, or start it. */
  wrap?: string[];
  /** More settings; the test's own environment is not passed on. */
  environment?: Record<string, string>;
};

export type BuiltSite = {
  url: string;
  /** Of the started process; with several workers theirs are `listChildren` of it. */
  pid: number;
  /** The one-time link for creating the administrator; undefined when there is one. */
  setupLink: string | undefined;
  dataFolder: string;
  /** All its output so far. */
  output: () => string;
  /** Ends it with SIGTERM and returns its exit code; undefined when it had to be killed. */
  stop: () => Promise<number | undefined>;
};

const root = fileURLToPath(new URL('..', import.meta.url));
const START_MS = 120_000;
const STOP_MS = 15_000;
const SECRET = 'a secret that is only good for tests, and long enough';

/** Starts the real built server on a free port and returns once it serves. Throws with its output when it does not. */
export async function openBuiltSite(options: BuiltSiteOptions = {}): Promise<BuiltSite> {
  const port = await findFreePort();
  const url = options.environment?.BELFRY_URL ?? `http://localhost:${port}`;
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'belfry-site-')));
  const [program = '', ...args] = [
    ...(options.wrap ?? []),
    findNode(),
    join(options.project ?? root, 'build', 'server', 'main.js'),
    ...(options.args ?? []),
  ];
  const server = spawn(program, args, {
    cwd: options.project ?? root,
    env: environmentOf(options, { port, url, dataFolder }),
    // The channel ends the server when the tests are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectOutput(server);
  await untilReady(server, output);
  await askReadiness(port);
  return {
    url,
    pid: server.pid ?? 0,
    setupLink: /https?:\/\/\S+\/setup\S*/.exec(output())?.[0],
    dataFolder,
    output,
    async stop() {
      const code = await end(server);
      if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true });
      return code;
    },
  };
}

/** This process's Node if it is new enough, otherwise the project's own. */
function findNode(): string {
  const own = join(root, 'node_modules', '.bin', 'node');
  return Number.parseInt(process.versions.node, 10) < 26 && existsSync(own) ? own : process.execPath;
}

type Place = { port: number; url: string; dataFolder: string };

function environmentOf({ databaseUrl, environment }: BuiltSiteOptions, { port, url, dataFolder }: Place) {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    // As with npm start: compiled once.
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    TZ: 'Pacific/Kiritimati',
    NODE_ENV: 'development',
    PORT: String(port),
    BELFRY_URL: url,
    BELFRY_DATA: dataFolder,
    BELFRY_DEMO: '1',
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl, BELFRY_SECRET: SECRET } : {}),
    ...environment,
  };
}

function collectOutput(server: ChildProcess): () => string {
  let text = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function untilReady(server: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (problem: string) => {
      server.kill('SIGKILL');
      reject(new Error(`The site ${problem}:\n${output()}`));
    };
    const deadline = setTimeout(give, START_MS, `was not ready after ${START_MS / 1000} s`);
    server.once('error', (error) => give(`could not be started, ${error.message}`));
    server.once('exit', (code) => give(`ended with code ${code} before it was ready`));
    const look = () => {
      if (!/^Belfry is ready: .*\n/m.test(output())) return;
      clearTimeout(deadline);
      // It may print more, and then other code waits for its end.
      server.stdout?.off('data', look);
      server.removeAllListeners('exit').removeAllListeners('error');
      resolve();
    };
    server.stdout?.on('data', look);
  });
}

/** It prints the set-up link after the line that says it is ready; waits for both. */
async function askReadiness(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (response.status !== 200)
    throw new Error(`/readyz answers ${response.status}: ${await response.text()}`);
}

async function end(server: ChildProcess): Promise<number | undefined> {
  if (server.exitCode !== null) return server.exitCode;
  const exited = new Promise<number | undefined>((resolve) => {
    server.once('exit', (code) => resolve(code ?? undefined));
  });
  server.kill('SIGTERM');
  const deadline = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  return exited.finally(() => clearTimeout(deadline));
}
