import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findThreadFile } from '#app/platform/threads/idle-thread.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { EncodedPicture, EncodingOrder } from './encode-picture.server.ts';
import { type PictureError, TOO_BUSY, TOO_SLOW, UNREADABLE } from './picture-limits.ts';
import type { EncodingStep } from './picture-process.server.ts';

/** One is decoded, the others wait. */
const MAX_WAITING = 8;
const DECODE_MS = 10_000;
/** The largest picture takes about two seconds of an otherwise idle processor. */
const ENCODE_MS = 30_000;
/** After that its memory is returned. */
const IDLE_MS = MINUTE_MS;
/**
 * KiB of memory that the process may reserve: 1,350 MiB with Node itself for an AVIF of 40 megapixels, whose decoder
 * holds all of it. It uses 770 of them, a JPEG 190.
 */
const MAX_DATA_KIB = 1500 * 1024;

export type PictureEncoder = {
  /** The picture's files in the order's folder; never rejects because of the picture. Rejects when they can't be written. */
  encode: (order: EncodingOrder) => Promise<EncodedPicture | PictureError>;
  close: () => void;
};

/**
 * Decodes pictures in another process, one after the other. What takes too long, needs too much memory or crashes the
 * process is refused; the next picture gets a new process. It ends after a minute without one.
 */
export function openPictureEncoder(limits: { decodeMs?: number } = {}): PictureEncoder {
  const { decodeMs = DECODE_MS } = limits;
  let child: ChildProcess | undefined;
  let [waiting, lastId] = [0, 0];
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(idle);
    child?.removeAllListeners();
    child?.kill('SIGKILL');
    child = undefined;
  }

  /** Keeps this process alive only while it works. */
  function rest(): void {
    child?.unref();
    (child?.channel as { unref?: () => void } | undefined)?.unref?.();
    idle = setTimeout(stop, IDLE_MS).unref();
  }

  function run(order: EncodingOrder): Promise<EncodedPicture | PictureError> {
    clearTimeout(idle);
    const isNew = child === undefined;
    child ??= startProcess();
    const [worker, id] = [child, ++lastId];
    worker.ref();
    (worker.channel as { ref?: () => void } | undefined)?.ref?.();
    return new Promise((resolve, reject) => {
      let timer = setTimeout(fail, decodeMs, TOO_SLOW);
      function settle(): void {
        clearTimeout(timer);
        worker.removeAllListeners();
      }
      /** Its folder can be deleted once it no longer writes. */
      function fail(refusal: PictureError): void {
        settle();
        stop();
        if (worker.pid === undefined || hasEnded(worker)) resolve(refusal);
        else worker.once('exit', () => resolve(refusal));
      }
      /** One that waited may have been ended by the system: the picture is to blame only if it ends a new one. */
      function end(): void {
        if (isNew) fail(UNREADABLE);
        else {
          settle();
          stop();
          resolve(run(order));
        }
      }
      worker.once('exit', end);
      worker.once('error', end);
      worker.on('message', (step: EncodingStep) => {
        if (step.id !== id) return;
        clearTimeout(timer);
        if ('decoded' in step) {
          timer = setTimeout(fail, ENCODE_MS, TOO_SLOW);
          return;
        }
        settle();
        rest();
        if ('problem' in step) reject(new Error(`a picture could not be written: ${step.problem}`));
        else resolve(step.result);
      });
      worker.send({ id, order });
    });
  }

  return {
    encode(order) {
      if (waiting > MAX_WAITING) return Promise.resolve(TOO_BUSY);
      waiting++;
      const result = last.then(() => run(order)).finally(() => waiting--);
      last = result.catch(() => undefined);
      return result;
    },
    close: stop,
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/**
 * For glibc and V8. Without them, encoding 40 megapixels takes 320 MiB instead of 190, and a fifth less of the processor.
 */
const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
};
const MEMORY_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];

/** When the machine has no memory left, the system ends this process and not the site. */
const LIMITED = `ulimit -d ${MAX_DATA_KIB} 2>/dev/null; echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$0" "$@"`;

/** It gets none of the site's environment, which holds secrets, and less of the processor than readers. */
function startProcess(): ChildProcess {
  const file = fileURLToPath(findThreadFile('picture-process', import.meta.url));
  const node = [...MEMORY_FLAGS, file];
  const [command, args] =
    process.platform === 'win32'
      ? [process.execPath, node]
      : ['/bin/sh', ['-c', LIMITED, process.execPath, ...node]];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: MEMORY_SETTINGS,
    serialization: 'advanced',
  });
  try {
    if (child.pid) setPriority(child.pid, 10);
  } catch {
    // It has ended already, which `exit` reports.
  }
  return child;
}
