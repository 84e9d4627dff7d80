import { runBelfry } from '../commands/run-belfry.ts';
import type { Terminal } from '../commands/terminal.ts';
import type { TestDatabase, TestLocation } from './each-database.ts';

export type Typed = { code: number; printed: string[]; complained: string[] };

export type TypingOptions = {
  environment?: Record<string, string>;
  /** What is typed when a secret is requested, in order. */
  secrets?: string[];
  /** What is typed after questions, in order. */
  lines?: string[];
  isInteractive?: boolean;
  signal?: AbortSignal;
  now?: number;
  onProgress?: (what: string, done: number, total: number) => void;
};

/** 2026-11-20, a Friday, 17:00 in New York. */
export const NOW = Date.parse('2026-11-20T22:00:00Z');

/** Runs a command of the command-line tool and returns its output. */
export async function typeCommand(args: string[], options: TypingOptions = {}): Promise<Typed> {
  const printed: string[] = [];
  const complained: string[] = [];
  const secrets = [...(options.secrets ?? [])];
  const lines = [...(options.lines ?? [])];
  const terminal: Terminal = {
    print: (text) => printed.push(...text.split('\n')),
    complain: (line) => complained.push(line),
    showProgress: options.onProgress ?? (() => undefined),
    endProgress: () => undefined,
    isInteractive: options.isInteractive ?? false,
    ask: async () => lines.shift(),
    askSecret: async () => secrets.shift(),
  };
  const { environment = {}, signal = new AbortController().signal, now = NOW } = options;
  const code = await runBelfry(args, { environment, terminal, signal, now });
  return { code, printed, complained };
}

/** The settings for the command-line tool on the test's database. */
export function environmentOf({
  location,
}: { location: TestLocation } | TestDatabase): Record<string, string> {
  if ('dataFolder' in location) return { BELFRY_DATA: location.dataFolder };
  return { DATABASE_URL: location.url, BELFRY_SECRET: 'a secret that is only good for tests' };
}
