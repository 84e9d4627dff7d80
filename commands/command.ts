import type { ParseArgsConfig } from 'node:util';
import type { Terminal } from './terminal.ts';

/** What a command is given. `signal` is aborted by Ctrl-C: long work stops at the next place where nothing is half done. */
export type Invocation = {
  /** What stands after the command's name, without its options. */
  words: string[];
  options: Record<string, string | boolean | undefined>;
  environment: Record<string, string | undefined>;
  terminal: Terminal;
  signal: AbortSignal;
  now: number;
};

/** One command of the operator's tool. `run` answers the exit code; a thrown error is shown as one line with exit code 1. */
export type Command = {
  name: string;
  summary: string;
  /** What `belfry NAME --help` prints: usage first, then what it does, its options, an example. */
  help: string;
  options?: ParseArgsConfig['options'];
  /** What it takes beside options: nothing unless it says so. */
  words?: 'many';
  run: (invocation: Invocation) => Promise<number>;
};

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/** The command was typed in a way that has no meaning: one line, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The work could not be done: one line that says what to do, exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
