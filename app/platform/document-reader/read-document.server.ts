import { stat } from 'node:fs/promises';
import { resolve as resolvePath } from 'node:path';
import PQueue from 'p-queue';
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
import type { ReadPiece } from './document-process.server.ts';
import { startReading } from './reading-process.server.ts';

export { prepareReading } from './reading-process.server.ts';
export type { DocumentFault, DocumentPart, ReadDocument };

/** One is read, the others wait. */
const MAX_WAITING = 20;
const DEADLINE_MS = 60_000;
/** Pages of a PDF are read for this long. What was read until then is better than nothing. */
const READ_MS = 12_000;

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
  return new Promise((resolve, reject) => {
    const parts: DocumentPart[] = [];
    let room = MAX_CHARACTERS + 1024;
    let result: ReadDocument | DocumentFault | Error | undefined;
    let isReady = false;
    const notStarted = new Error('The process that reads documents could not start.');
    let timer = setTimeout(end, DEADLINE_MS, notStarted);
    function end(outcome: ReadDocument | DocumentFault | Error): void {
      clearTimeout(timer);
      result ??= outcome;
      reading.end();
    }
    const reading = startReading(
      { path, name, readMs: READ_MS },
      {
        onStart: (pid) => onStart?.(pid),
        onStep(step) {
          if (result) return;
          if ('isReady' in step) {
            isReady = true;
            clearTimeout(timer);
            timer = setTimeout(end, deadlineMs, TOO_SLOW);
          } else if ('piece' in step) {
            room -= step.piece.text.length;
            if (room < 0) end(TOO_HEAVY);
            else addPiece(parts, step.piece);
          } else if ('fault' in step) end(step.fault);
          else if ('problem' in step) end(new Error(`a document could not be read: ${step.problem}`));
          else end({ ...step.document, parts });
        },
        // The file can be deleted from now on.
        onEnd(how) {
          clearTimeout(timer);
          result ??= isReady ? (how === 'time' ? TOO_SLOW : TOO_HEAVY) : notStarted;
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      },
    );
  });
}

function addPiece(parts: DocumentPart[], { part, page, text }: ReadPiece): void {
  const begun = parts[part];
  if (begun) begun.text += text;
  else parts.push({ page, text });
}
