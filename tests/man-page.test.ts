import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { variables } from '#app/platform/settings/variables.server.ts';
import { isDocumented } from '../commands/command.ts';
import { loadCommands } from '../commands/run-belfry.ts';

const folder = mkdtempSync(join(tmpdir(), 'belfry-man-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'belfry.1');
execFileSync(process.execPath, ['scripts/write-man-page.ts', file]);
const page = readFileSync(file, 'utf8');

test('The man page describes every command with its documented options, and every setting', async () => {
  const commands = await loadCommands();
  const sections = page.slice(page.indexOf('.SH COMMANDS'), page.indexOf('.SH EXIT STATUS')).split('\n.SS ');
  const typed = (text: string) => text.replaceAll('-', '\\-');
  expect(sections.slice(1).map((section) => section.split('\n')[0])).toEqual(
    commands.map(({ name }) => typed(name)),
  );
  for (const [turn, command] of commands.entries()) {
    const section = sections[turn + 1] ?? '';
    expect(section).toContain(`Usage: belfry ${typed(command.name)}`);
    for (const option of Object.keys(command.options ?? {}).filter((each) => isDocumented(command, each)))
      expect([command.name, section.includes(typed(`--${option}`))]).toEqual([command.name, true]);
    for (const verb of Object.keys(command.verbs ?? {})) expect(section).toContain(typed(verb));
  }
  for (const { name } of variables) expect(page).toContain(`\n.B ${name}\n`);
  expect(page).not.toContain('npm run');
});

test('The man page is ASCII, and no line of text is taken for a request', () => {
  expect(page).toMatch(/^\.\\" .*\n\.TH BELFRY 1 "" "Belfry \d+\.\d+\.\d+" "Belfry"\n/);
  expect(page).toMatch(/^[\n\u0020-\u007e]+$/);
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  for (const line of requests) expect(line).toMatch(/^\.(\\"|(TH|SH|SS|PP|TP|B|I|RI|br|nf|fi|nh|ad)\b)/);
  const opened = requests.filter((line) => line === '.nf' || line === '.fi');
  expect(opened.filter((line, turn) => line !== (turn % 2 === 0 ? '.nf' : '.fi'))).toEqual([]);
});

const groff = spawnSync('groff', ['--version']).status === 0;

test.runIf(groff)('groff prints the man page without a warning', () => {
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', file], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toContain(
    "--with-secrets          adds the site's secret and the settings in the environment",
  );
  expect(stdout).toContain('(age1…)');
});
