import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { variables } from './variables.server.ts';

type Environment = Record<string, string | undefined>;

/** Where `restore` puts the settings of a town that was handed over with its secrets. */
export function keptEnvironmentFile(dataFolder: string): string {
  return join(dataFolder, 'environment');
}

/** The data folder that the environment names. */
export function dataFolderOf({ BELFRY_DATA }: Environment): string {
  return resolve(BELFRY_DATA?.trim() || './data');
}

/** The names of variables that belong to the town, whatever machine it is on. */
const townsOwn = new Set(variables.filter(({ isTowns }) => isTowns).map(({ name }) => name));

/**
 * The environment, and what the data folder's file `environment` sets in addition; a variable that is set in both has
 * the environment's value. The file can only set what belongs to the town. `refuse` is called with a sentence when other
 * users can read the file.
 */
export function withKeptEnvironment(
  environment: Environment,
  refuse: (problem: string) => never,
): Environment {
  const file = keptEnvironmentFile(dataFolderOf(environment));
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return environment;
  // Windows has no such bits and reports every file as readable by all.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    refuse(`${file} contains secrets, and other users can read it. Run: chmod 600 ${file}`);
  const kept = Object.entries(parseEnvironmentFile(readFileSync(file, 'utf8')));
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  return Object.fromEntries([...kept.filter(([name]) => townsOwn.has(name)), ...set]);
}

/** The variables that belong to the town, as the text of an environment file that `parseEnvironmentFile` reads. */
export function composeEnvironment(values: Environment): string {
  return variables
    .filter(({ name, isTowns }) => isTowns && values[name]?.trim())
    .map(({ name }) => `${name}=${quoted(values[name] as string)}\n`)
    .join('');
}

function quoted(value: string): string {
  return `"${value.trim().replace(/["\\`$]/g, '\\$&')}"`;
}

const WHITESPACE = ' \t\n\r';
const NEWLINE = '\n\r';
/** Within double quotes, a backslash escapes only these. */
const ESCAPED = '"\\`$';

type State =
  | 'before-name'
  | 'name'
  | 'before-value'
  | 'value'
  | 'escape'
  | 'single-quotes'
  | 'double-quotes'
  | 'double-quotes-escape'
  | 'comment';

/**
 * The variables that systemd would read from the text of an EnvironmentFile= (systemd.exec(5)): one NAME=value per
 * line; empty lines and lines that begin with # or ; are skipped; a backslash at the end of a line joins it with the
 * next; a value or parts of it can be quoted; nothing is expanded, and & or # within a value are plain characters. A
 * later line overrides an earlier one. Invalid lines are skipped, as systemd does.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const reader = new Reader();
  for (const character of text.replace(/^\uFEFF/, '')) reader.take(character);
  return reader.end();
}

class Reader {
  readonly #variables: Record<string, string> = {};
  #state: State = 'before-name';
  #name = '';
  #value = '';
  /** The value ends here: later white space is dropped unless it is quoted or escaped. */
  #kept = 0;

  take(character: string): void {
    this.#state = this.#steps[this.#state](character);
  }

  end(): Record<string, string> {
    if (!['before-name', 'name', 'comment'].includes(this.#state)) this.#finish();
    return this.#variables;
  }

  readonly #steps: Record<State, (character: string) => State> = {
    'before-name': (character) => {
      if ('#;'.includes(character)) return 'comment';
      if (WHITESPACE.includes(character)) return 'before-name';
      this.#name = character;
      return 'name';
    },
    name: (character) => {
      if (NEWLINE.includes(character)) return 'before-name';
      if (character === '=') return 'before-value';
      this.#name += character;
      return 'name';
    },
    'before-value': (character) => {
      if (WHITESPACE.includes(character) && !NEWLINE.includes(character)) return 'before-value';
      return this.#valueStep(character);
    },
    value: (character) => this.#valueStep(character, 'value'),
    escape: (character) => {
      if (!NEWLINE.includes(character)) this.#push(character);
      return 'value';
    },
    'single-quotes': (character) => {
      if (character === "'") return 'before-value';
      this.#push(character);
      return 'single-quotes';
    },
    'double-quotes': (character) => {
      if (character === '"') return 'before-value';
      if (character === '\\') return 'double-quotes-escape';
      this.#push(character);
      return 'double-quotes';
    },
    'double-quotes-escape': (character) => {
      if (ESCAPED.includes(character)) this.#push(character);
      else if (character !== '\n') this.#push(`\\${character}`);
      return 'double-quotes';
    },
    comment: (character) => (NEWLINE.includes(character) ? 'before-name' : 'comment'),
  };

  /** Quotes count only at the beginning of a value, or of another part of it. */
  #valueStep(character: string, inside?: 'value'): State {
    if (NEWLINE.includes(character)) return this.#finish();
    if (character === '\\') {
      this.#kept = this.#value.length;
      return 'escape';
    }
    if (!inside && character === "'") return 'single-quotes';
    if (!inside && character === '"') return 'double-quotes';
    this.#push(character, !WHITESPACE.includes(character));
    return 'value';
  }

  #push(text: string, counts = true): void {
    this.#value += text;
    if (counts) this.#kept = this.#value.length;
  }

  #finish(): State {
    const name = this.#name.trimEnd();
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) this.#variables[name] = this.#value.slice(0, this.#kept);
    this.#value = '';
    this.#kept = 0;
    return 'before-name';
  }
}
