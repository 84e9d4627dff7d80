import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './each-database.ts';
import { environmentOf, type Typed, type TypingOptions, typeCommand } from './operator.ts';

export type MovedIn = Typed & {
  /** The last line of `--json`. */
  result: {
    found: Record<string, number>;
    moved: Record<string, number>;
    skipped: Record<string, number>;
    refused: { file: string; id: string; field: string; problem: string }[];
  };
  /** The import's id, for an undo. */
  id: string;
};

/** Runs `belfry move-in --json` with files: paths, or names with contents that are written for it. */
export async function typeImport(
  t: TestDatabase,
  files: string[] | Record<string, unknown>,
  args: string[] = [],
  options: TypingOptions = {},
): Promise<MovedIn> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-move-in-'));
  const isWritten = !Array.isArray(files);
  if (isWritten)
    for (const [name, content] of Object.entries(files)) {
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      await writeFile(join(folder.path, name), isRaw ? content : JSON.stringify(content));
    }
  const words = isWritten ? Object.keys(files) : files;
  const environment = { ...environmentOf(t), INIT_CWD: folder.path, ...options.environment };
  const typed = await typeCommand(['move-in', ...words, '--json', ...args], { ...options, environment });
  const [, id = ''] = /--undo (\S+)/.exec(typed.printed.join('\n')) ?? [];
  const last = typed.printed.at(-1) ?? '';
  return { ...typed, id, result: last.startsWith('{') ? JSON.parse(last) : undefined };
}

/** The kinds of which there are any. */
export function some(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
