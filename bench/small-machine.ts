/**
 * `npm run small-machine -- ARCHIVE`: everything that a town does, within 512 MB without swap and on one core. The
 * release in ARCHIVE and its commands run in a memory cgroup; this process, which is the mail server and the browser, does
 * not. Needs Linux and root.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { findFreePort } from '../tests/free-port.ts';
import { people, saveFastPlan, seedSubscribers } from '../tests/seed-newsletter.ts';
import { openSmtpSink } from '../tests/smtp-sink.ts';
import { until } from '../tests/until.ts';
import { openLargestPhoto } from './photos.ts';

const LIMIT = 512 * 1024 ** 2;
const ITEMS = 20_000;
const SUBSCRIBERS = 5000;
const IDLE_MS = 15_000;
const NAME = 'belfry-small-machine';
const MIB = 1024 ** 2;
const LONGEST_MS = 30 * MINUTE_MS;

/** Programs that may have 512 MB together. */
type Group = {
  join: string;
  /** Memory of all programs now, in bytes, without and with the files that Linux keeps in it. */
  read: () => { own: number; all: number };
  kills: () => number;
  remove: () => void;
};

function readNumbers(file: string): Record<string, number> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]),
  );
}

/** With the version of cgroups that the machine has. */
function openGroup(): Group {
  const isFirst = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes');
  const folder = isFirst ? join('/sys/fs/cgroup/memory', NAME) : join('/sys/fs/cgroup', NAME);
  const file = (name: string) => join(folder, name);
  try {
    if (!isFirst) writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+memory');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file(isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(LIMIT));
    const swap = isFirst ? 'memory.memsw.limit_in_bytes' : 'memory.swap.max';
    if (existsSync(file(swap))) writeFileSync(file(swap), isFirst ? String(LIMIT) : '0');
  } catch (error) {
    throw new Error(
      `This machine gives no memory cgroup (${(error as Error).message}). Run this as root on Linux.`,
    );
  }
  const [own, mapped] = isFirst ? ['total_rss', 'total_shmem'] : ['anon', 'shmem'];
  const events = isFirst ? 'memory.oom_control' : 'memory.events';
  return {
    join: file('cgroup.procs'),
    read() {
      const stat = readNumbers(file('memory.stat'));
      const all = readFileSync(file(isFirst ? 'memory.usage_in_bytes' : 'memory.current'), 'utf8');
      return { own: (stat[own as string] ?? 0) + (stat[mapped as string] ?? 0), all: Number(all) };
    },
    kills: () => readNumbers(file(events)).oom_kill ?? 0,
    remove: () => rmdirSync(folder),
  };
}

const [archive] = process.argv.slice(2);
if (!archive)
  throw new Error(
    'Give the archive of a release: npm run small-machine -- dist/belfry-1.0.0-linux-x64.tar.xz',
  );
const folder = mkdtempSync(join(tmpdir(), 'belfry-small-'));
const dataFolder = join(folder, 'data');
// Root runs the site as its owner.
mkdirSync(dataFolder, { mode: 0o700 });
const port = await findFreePort();
const base = `http://localhost:${port}`;
const editor = { email: 'ed@example.org', password: 'twelve or more of them' };
await using mail = await openSmtpSink();
const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: folder,
  NODE_ENV: 'production',
  PORT: String(port),
  BELFRY_URL: base,
  BELFRY_DATA: dataFolder,
  BELFRY_ENV_FILE: '/dev/null',
  BELFRY_ADMIN_EMAIL: editor.email,
  BELFRY_ADMIN_PASSWORD: editor.password,
  SMTP_URL: mail.url,
  MAIL_FROM: 'town@example.org',
};
const group = openGroup();

/** Starts a program in the group, on the first core. */
function start(args: string[]): { child: ChildProcess; said: () => string; ended: Promise<void> } {
  const script = `echo $$ > ${group.join}; exec taskset -c 0 "$@"`;
  const child = spawn('sh', ['-c', script, 'sh', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const ended = new Promise<void>((done, reject) =>
    child.once('close', (code, signal) =>
      code === 0 ? done() : reject(new Error(`${args.join(' ')} ended with ${signal ?? code}:\n${text}`)),
    ),
  );
  ended.catch(() => undefined);
  return { child, said: () => text, ended };
}

const peak = { own: 0, all: 0 };
setInterval(() => {
  const { own, all } = group.read();
  Object.assign(peak, { own: Math.max(peak.own, own), all: Math.max(peak.all, all) });
}, 50).unref();

/** A row of the table. */
async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  Object.assign(peak, { own: 0, all: 0 });
  const began = performance.now();
  await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const [own, all] = [peak.own, peak.all].map((bytes) => Math.round(bytes / MIB));
  console.log(`| ${name} | ${seconds} | ${own} | ${all} |`);
}

const belfry = (...args: string[]) =>
  start([
    join(folder, readdirSync(folder).find((name) => name.startsWith('belfry-')) ?? '', 'belfry'),
    ...args,
  ]);

async function logIn(): Promise<Record<string, string>> {
  const body = new URLSearchParams(editor);
  const response = await fetch(`${base}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: base },
    body,
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Cookie: cookies.join('; '), Origin: base };
}

async function upload(photo: Buffer): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  body.set('alt', 'A photo');
  const response = await fetch(`${base}/api/v1/pictures`, { method: 'POST', headers: await logIn(), body });
  if (response.status !== 201) throw new Error(`The photo: ${response.status} ${await response.text()}`);
}

function writeArticles(): string {
  const text = 'The selectboard met on Tuesday and decided about the road to the mill. '.repeat(12);
  const articles = Array.from({ length: ITEMS }, (_, turn) => ({
    id: `article-${turn}`,
    title: `Article ${turn} of the archive`,
    description: `<p>${text}</p>`,
    pubDate: new Date(Date.now() - turn * HOUR_MS).toISOString(),
    link: `https://example.org/${turn}`,
    sourceId: 'paper',
    sourceName: 'Paper',
    sourceUrl: 'https://example.org/',
  }));
  const file = join(folder, 'articles.json');
  writeFileSync(file, JSON.stringify(articles));
  return file;
}

async function subscribe(): Promise<void> {
  const { write, close } = openDatabase({ dataFolder });
  await saveFastPlan(write);
  await seedSubscribers(write, people(SUBSCRIBERS, 40));
  await close();
}

try {
  const photo = await openLargestPhoto();
  console.log('| | seconds | MB at most | with files |\n|---|---|---|---|');
  await step(
    'install: unpack the archive',
    () => start(['tar', '-xf', resolve(archive), '-C', folder]).ended,
  );
  const site = belfry('start');
  await step('start with the sample town, first page', async () => {
    await Promise.race([
      until('the site', () => site.said().includes('Belfry is ready'), LONGEST_MS),
      site.ended,
    ]);
    await (await fetch(`${base}/articles`)).text();
  });
  await step('idle', () => wait(IDLE_MS));
  await step(`a photo of ${(photo.length / 1e6).toFixed(0)} MB and 40 megapixels`, () => upload(photo));
  const articles = writeArticles();
  await step('import of 20,000 articles', () => belfry('import', articles).ended);
  await subscribe();
  await step('newsletter to 5,000 subscribers', async () => {
    await belfry('newsletter', 'send', '--yes').ended;
    await until('all emails', () => mail.received.length >= SUBSCRIBERS, LONGEST_MS);
  });
  await step('backup with its test restore', () => belfry('backup').ended);
  if (!(await fetch(`${base}/articles`)).ok) throw new Error('The site does not serve any more.');
  site.child.kill('SIGTERM');
  await site.ended;
  const addresses = new Set(mail.received.flatMap(({ to }) => to));
  console.log(
    `\n${mail.received.length} emails to ${addresses.size} addresses. Programs ended for lack of memory: ${group.kills()}`,
  );
} finally {
  for (const pid of readFileSync(group.join, 'utf8').split('\n').map(Number).filter(Boolean))
    process.kill(pid, 'SIGKILL');
  await until('the end of all programs', () => readFileSync(group.join, 'utf8') === '');
  group.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
