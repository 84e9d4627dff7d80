import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { typeCommand } from '../tests/operator.ts';
import { isDocumented } from './command.ts';
import { loadCommands } from './run-belfry.ts';

const commands = await loadCommands();
const folder = mkdtempSync(join(tmpdir(), 'belfry-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { printed, code } = await typeCommand(['completion', 'bash']);
writeFileSync(join(folder, 'belfry.bash'), printed.join('\n'));

/** What bash offers where the last of these words is typed, for each line. */
function complete(lines: string[][]): string[][] {
  const calls = lines.map(
    (words) =>
      `COMP_WORDS=(belfry ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _belfry; echo "\${COMPREPLY[*]}"`,
  );
  const script = `set -u; source ./belfry.bash\n${calls.join('\n')}`;
  const output = execFileSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' });
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter(Boolean));
}

test('The script completes every command, what its first argument can be, and its documented options', () => {
  expect(code).toBe(0);
  const [names, ...replies] = complete([
    [''],
    ...commands.flatMap(({ name }) => [
      [name, ''],
      [name, '--'],
    ]),
  ]);
  expect(names).toEqual([...commands.map(({ name }) => name), '--help', '--version']);
  for (const [turn, command] of commands.entries()) {
    const { name, options = {}, verbs, words } = command;
    const documented = Object.keys(options).filter((option) => isDocumented(command, option));
    const typed = [...documented, 'help'].map((option) => `--${option}`);
    expect([name, replies[2 * turn + 1]]).toEqual([name, typed]);
    // Without verbs, a command with arguments completes files, which the shell does.
    expect([name, replies[2 * turn]]).toEqual([name, verbs ? Object.keys(verbs) : words ? [] : typed]);
  }
});

test('Each verb completes its own options, and each option with a choice its values', () => {
  const verbs = commands.flatMap(({ name, verbs: own = {} }) =>
    Object.entries(own).map(([verb, { options }]) => ({ words: [name, verb, '--'], options })),
  );
  expect(complete(verbs.map(({ words }) => words))).toEqual(
    verbs.map(({ options }) => [...options, 'help'].map((option) => `--${option}`)),
  );
  expect(
    complete([
      ['rest'],
      ['mi'],
      ['sources', 're'],
      ['sources', 'add', 'https://paper.example', '--trust', ''],
      ['move-in', '--pictures', 'f'],
      ['backup', '--to', ''],
      ['backup', '--s'],
      ['nothing', ''],
    ]),
  ).toEqual([
    ['restore'],
    ['migrate', 'migrate-to'],
    ['refresh', 'remove'],
    ['review', 'publish'],
    ['fetch'],
    [],
    [],
    [],
  ]);
});

test('In a real shell, Tab completes a command and then a file', () => {
  writeFileSync(join(folder, 'town of maple.belfry'), '');
  // A function in place of the program shows what it is called with.
  writeFileSync(join(folder, 'rc'), `source ./belfry.bash; belfry() { printf '[%s]' "$@"; }`);
  const typed = 'belfry rest\t./to\t\nexit\n';
  const output = execFileSync('bash', ['--rcfile', join(folder, 'rc'), '-i'], {
    cwd: folder,
    input: typed,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', TERM: 'dumb', HOME: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  expect(output).toContain('[restore][./town of maple.belfry]');
});

test('The options of a verb are options of its command, and of no shell but bash is there a script', async () => {
  for (const { name, options = {}, verbs = {} } of commands)
    for (const [verb, taken] of Object.entries(verbs))
      expect([name, verb, taken.options.filter((option) => !Object.hasOwn(options, option))]).toEqual([
        name,
        verb,
        [],
      ]);
  expect(await typeCommand(['completion', 'fish'])).toMatchObject({ code: 2, printed: [] });
  expect(await typeCommand(['completion', 'bash', 'x'])).toMatchObject({ code: 2, printed: [] });
});
