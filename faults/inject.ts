/** Failing system calls, as on a broken disk: strace attaches to a running process, and detaches again. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from '../tests/until.ts';

export type Injection = { end: () => Promise<void> };

/** `calls` and their fault in the form of strace's -e inject: `pwrite64`, `error=EIO`. */
export async function injectInto(pid: number, calls: string, fate: string): Promise<Injection> {
  const args = ['-f', '-qq', '-o', '/dev/null', '-p', String(pid), '-e', `trace=${calls}`];
  const tracer = spawn('strace', [...args, '-e', `inject=${calls}:${fate}`], { stdio: 'ignore' });
  await until('strace has taken hold', () => tracerOf(pid) !== 0);
  return {
    async end() {
      const ended = new Promise((resolve) => tracer.once('exit', resolve));
      if (tracer.exitCode !== null || !tracer.kill('SIGTERM')) return;
      await ended;
    },
  };
}

function tracerOf(pid: number): number {
  return Number(/^TracerPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
