import type { ParseArgsConfig } from 'node:util';
import { commandLine } from '#app/platform/command-line/command-line.ts';
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
  /** What its first argument can be, with the options of each. */
  verbs?: Record<string, Pick<Verb, 'options'>>;
  run: (invocation: Invocation) => Promise<number>;
};

/** Whether the help of a command names an option. The others are for the site, which runs the command itself. */
export function isDocumented({ help }: Command, option: string): boolean {
  return help.includes(`--${option}`);
}

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/** The command was typed incorrectly: one line, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command failed: one line that says what to do, exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Completes a message about something that was typed incorrectly. */
export function seeHelp(command: string): string {
  return `See: ${commandLine(`${command} --help`)}`;
}

/** Throws UsageError where no user can be asked and `--yes` was not given. */
export function requireYes({ terminal, options }: Invocation, purpose: string): void {
  if (options.yes !== true && !terminal.isInteractive)
    throw new UsageError(`Add --yes to ${purpose} without being asked.`);
}

/** Asks in a terminal, unless `--yes` was given. Throws CommandError with `otherwise` when the user does not agree. */
export async function confirm(
  { terminal, signal, options }: Invocation,
  question: string,
  otherwise: string,
): Promise<void> {
  if (options.yes === true) return;
  const reply = await terminal.ask(`${question} [y/N] `, signal);
  if (!/^y(es)?$/i.test((reply ?? '').trim())) throw new CommandError(otherwise);
}

/** What the first word of a command can be, with its options. It is loaded when it runs. */
export type Verb = {
  options: string[];
  load: () => Promise<(words: string[], invocation: Invocation) => Promise<number>>;
};

/** Runs what the first word says. Throws UsageError for another word, and for an option of another one. */
export async function runVerb(
  command: string,
  verbs: Record<string, Verb>,
  invocation: Invocation,
): Promise<number> {
  const [name = '', ...words] = invocation.words;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) {
    const names = Object.keys(verbs);
    const listed = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
    throw new UsageError(`Type '${command}' with ${listed}. ${seeHelp(command)}`);
  }
  const foreign = Object.keys(invocation.options).find((option) => !verb.options.includes(option));
  if (foreign) throw new UsageError(`'${command} ${name}' has no option --${foreign}. ${seeHelp(command)}`);
  const run = await verb.load();
  return run(words, invocation);
}
