import type { ParseArgsConfig } from 'node:util';
import type { Terminal } from './terminal.ts';

/**
 * What a command receives. `signal` is aborted by Ctrl-C: long work stops at the next point where nothing is half done.
 */
export type Invocation = {
  /** The arguments after the command's name, without its options. */
  words: string[];
  options: Record<string, string | boolean | undefined>;
  environment: Record<string, string | undefined>;
  terminal: Terminal;
  signal: AbortSignal;
  now: number;
};

/** One command. `run` returns the exit code; a thrown error is shown as one line with exit code 1. */
export type Command = {
  name: string;
  summary: string;
  /** The output of `belfry NAME --help`: usage first, then what it does, its options, an example. */
  help: string;
  options?: ParseArgsConfig['options'];
  /** Its arguments besides options; none by default. */
  words?: 'many';
  run: (invocation: Invocation) => Promise<number>;
};

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/** The command was typed incorrectly: one line, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command failed: one line that says what to do, exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
