/** The processes that are measured. They end with the bench. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const STOP_MS = 12_000;
const running = new Set<ChildProcess>();

/** Runs a script on this Node. When its channel to this process closes, it ends. */
export function startChild(script: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const options: SpawnOptions = { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] };
  const child = spawn(process.execPath, [script, ...args], options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** What the child has printed so far, on both streams. */
export function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-20_000);
    });
  }
  return () => text;
}

/** Resolves once `isReady` is true after something was printed; rejects with the output when the child ends before. */
export function untilPrinted(
  child: ChildProcess,
  output: () => string,
  isReady: (text: string) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`It ended with code ${code}:\n${output()}`)));
    const look = () => isReady(output()) && resolve();
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited.finally(() => clearTimeout(deadline));
}

export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stopChild));
}

/** CPU time of the process in all its threads so far, in µs; undefined where the system does not report it. */
export function readCpu(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + cpuOfThread(pid, thread), 0);
  } catch {
    return undefined;
  }
}

/** The same for the thread that runs the JavaScript. */
export function readMainCpu(pid: number): number | undefined {
  try {
    return cpuOfThread(pid, String(pid));
  } catch {
    return undefined;
  }
}

function cpuOfThread(pid: number, thread: string): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1000;
}

/** Memory in MB: now, and the peak; undefined where the system does not report it. */
export function readMemory(pid: number): { now: number; most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { now: of('VmRSS'), most: of('VmHWM') };
  } catch {
    return undefined;
  }
}
