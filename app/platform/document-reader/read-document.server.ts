import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import { findThreadFile } from '#app/platform/threads/idle-thread.server.ts';
import type { DocumentPart, ReadDocument } from './document-facts.ts';
import {
  type DocumentFault,
  EMPTY,
  MAX_CHARACTERS,
  MAX_DOCUMENT_BYTES,
  TOO_BUSY,
  TOO_HEAVY,
  TOO_LARGE,
  TOO_SLOW,
} from './document-limits.ts';
import type { ReadingStep, ReadPiece } from './document-process.server.ts';
import type { ReadingOrder } from './read-document-file.server.ts';

export type { DocumentFault, DocumentPart, ReadDocument };

/** One is read, the others wait. */
const MAX_WAITING = 20;
const DEADLINE_MS = 60_000;
/** Of a processor, which readers may be using meanwhile. */
const MAX_CPU_SECONDS = 20;
/** Pages of a PDF are read for this long. What was read until then is better than nothing. */
const READ_MS = 12_000;
/** KiB of memory that the process may reserve. Node itself reserves 570 MiB, of which it uses 80. */
const MAX_DATA_KIB = 850 * 1024;
/** MiB for JavaScript objects. */
const MAX_HEAP_MIB = 192;

export type ReadingLimits = {
  /** How long reading may take, once the process has started. */
  deadlineMs?: number;
  /** For tests and measurements: the id of each process. */
  onStart?: (pid: number) => void;
};

const turns = new PQueue({ concurrency: 1 });

/**
 * What is in the document at `path`, and what a blind reader would meet in it, or why it is refused: it is no document,
 * two kinds at once, has macros or another extension than `name`, is encrypted, damaged or too large, or reading takes
 * too long or too much memory. Reads one document after the other, each in a process of its own that can neither write
 * files nor start programs. Rejects when the file can't be read from the disk.
 */
export async function readDocument(
  path: string,
  name: string,
  limits: ReadingLimits = {},
): Promise<ReadDocument | DocumentFault> {
  const { size } = await stat(path);
  if (size === 0) return EMPTY;
  if (size > MAX_DOCUMENT_BYTES) return TOO_LARGE;
  if (turns.size >= MAX_WAITING) return TOO_BUSY;
  return turns.add(() => readNow(resolvePath(path), name, limits));
}

function readNow(
  path: string,
  name: string,
  { deadlineMs = DEADLINE_MS, onStart }: ReadingLimits,
): Promise<ReadDocument | DocumentFault> {
  const order: ReadingOrder = { path, name, readMs: READ_MS };
  const child = startProcess(path);
  if (child.pid) onStart?.(child.pid);
  return new Promise((resolve, reject) => {
    const parts: DocumentPart[] = [];
    let room = MAX_CHARACTERS + 1024;
    const notStarted = new Error('The process that reads documents could not start.');
    let timer = setTimeout(end, DEADLINE_MS, notStarted);
    let isReady = false;
    /** The file can be deleted once the process has ended. */
    function end(result: ReadDocument | DocumentFault | Error): void {
      clearTimeout(timer);
      child.removeAllListeners();
      // A process that could not be started has no other event.
      child.on('error', () => undefined);
      const settle = () => (result instanceof Error ? reject(result) : resolve(result));
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) settle();
      else {
        child.once('exit', settle);
        child.kill('SIGKILL');
      }
    }
    child.once('error', end);
    child.once('exit', (_code, signal) =>
      end(isReady ? (signal === 'SIGXCPU' ? TOO_SLOW : TOO_HEAVY) : notStarted),
    );
    child.on('message', (step: ReadingStep) => {
      if ('isReady' in step) {
        isReady = true;
        clearTimeout(timer);
        timer = setTimeout(end, deadlineMs, TOO_SLOW);
        child.send(order);
      } else if ('piece' in step) {
        room -= step.piece.text.length;
        if (room < 0) end(TOO_HEAVY);
        else addPiece(parts, step.piece);
      } else if ('fault' in step) end(step.fault);
      else if ('problem' in step) end(new Error(`a document could not be read: ${step.problem}`));
      else end({ ...step.document, parts });
    });
  });
}

function addPiece(parts: DocumentPart[], { part, page, text }: ReadPiece): void {
  const begun = parts[part];
  if (begun) begun.text += text;
  else parts.push({ page, text });
}

/** When the machine has no memory left, the system ends this process and not the site. */
const LIMITED = `ulimit -d ${MAX_DATA_KIB} 2>/dev/null; ulimit -t ${MAX_CPU_SECONDS} 2>/dev/null; ulimit -c 0 2>/dev/null; echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$0" "$@"`;

/** glibc: without these, memory that was freed is not returned. */
const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/**
 * It gets none of the site's environment, which holds secrets, reads only its own code and the document, reaches no
 * other server, and gets less of the processor than readers.
 */
function startProcess(path: string): ChildProcess {
  const file = fileURLToPath(findThreadFile('document-process', import.meta.url));
  const readable = [
    dirname(file),
    join(projectFolder, 'node_modules'),
    join(projectFolder, 'package.json'),
    path,
  ];
  const node = [
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    '--max-semi-space-size=2',
    '--permission',
    // Otherwise Node examines the folders above its code, which it may not.
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    ...new Set([...readable, ...readable.map(realPathOf)].map((each) => `--allow-fs-read=${each}`)),
    file,
  ];
  const [command, args] =
    process.platform === 'win32'
      ? [process.execPath, node]
      : ['/bin/sh', ['-c', LIMITED, process.execPath, ...node]];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: MEMORY_SETTINGS });
  try {
    if (child.pid) setPriority(child.pid, 10);
  } catch {
    // It has ended already, which `exit` reports.
  }
  return child;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
