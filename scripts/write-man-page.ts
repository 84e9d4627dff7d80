// `node scripts/write-man-page.ts belfry.1`: the man page of the command `belfry`, from the table of its commands.
import { writeFileSync } from 'node:fs';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import { nameWrapper } from '#app/platform/command-line/command-line.ts';
import { type Variable, variables } from '#app/platform/settings/variables.server.ts';
import type { Command } from '../commands/command.ts';
import { loadCommands } from '../commands/run-belfry.ts';

/** What the typesetter would replace: hyphens of options and straight quotes. */
const ESCAPES: Record<string, string> = {
  '\\': '\\(rs',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) {
    process.stderr.write('Give the file to write, such as belfry.1.\n');
    process.exit(2);
  }
  // Before the texts of the commands are loaded.
  nameWrapper();
  writeFileSync(file, renderManPage(await loadCommands()));
}

/** The page in the language of man(7). It depends on nothing but the version and the texts of the commands. */
function renderManPage(commands: Command[]): string {
  return `.\\" Written by scripts/write-man-page.ts from the commands. Change them there.
.TH BELFRY 1 "" "Belfry ${escaped(versionOfBelfry())}" "Belfry"
.nh
.ad l
.SH NAME
belfry \\- run, fill, back up, move and check the website of a town
.SH SYNOPSIS
.B belfry
.I COMMAND
.RI [ OPTIONS ]
.br
.B belfry
.RI [ COMMAND ]
.B \\-\\-help
.br
.B belfry \\-\\-version
.SH DESCRIPTION
Belfry is the website of one town: articles, news, events, polls and businesses.
This is its command\\-line tool.
Settings are environment variables.
.SH COMMANDS
${commands.map(renderCommand).join('\n')}
.SH EXIT STATUS
.TP
.B 0
The command is done.
.TP
.B 1
It failed, or found a problem. One line says why and what to do.
.TP
.B 2
It was typed incorrectly. Nothing was changed.
.TP
.B 130
It was stopped with Ctrl\\-C.
.SH ENVIRONMENT
All of them are optional. An empty value counts as unset.
${variables.map(renderVariable).join('\n')}`;
}

function renderCommand({ name, summary, help }: Command): string {
  const blocks = help.split('\n\n').map(renderBlock);
  return [`.SS ${escaped(name)}`, lineOf(`${summary}.`), ...blocks].join('\n');
}

/** Prose is filled; usage, lists and examples stay as they are. */
function renderBlock(block: string): string {
  const lines = block.replace(/^\n+/, '').split('\n').map(lineOf);
  return /^(Usage|Examples?):|^ | {2}/m.test(block)
    ? ['.PP', '.nf', ...lines, '.fi'].join('\n')
    : ['.PP', ...lines].join('\n');
}

function renderVariable({ name, meaning, default: unset, example }: Variable): string {
  return `.TP
.B ${escaped(name)}
${lineOf(`${meaning}. Default: ${unset}.`)}
.nf
${lineOf(`Example: ${example}`)}
.fi`;
}

/** A line of text: what begins with a period or an apostrophe would be a request. */
function lineOf(text: string): string {
  return escaped(text).replace(/^([.']|\\\(aq)/, '\\&$1');
}

/** As it is typed, with characters outside of ASCII by their numbers. */
function escaped(text: string): string {
  return text
    .replace(/[\\\-'`^~]/g, (character) => ESCAPES[character] ?? character)
    .replace(/[^\u0020-\u007e]/gu, (character) => {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      return `\\[u${code}]`;
    });
}
