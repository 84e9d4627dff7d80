/** Accounts of Firebase Authentication, as `firebase auth:export` writes them: JSON or CSV. */
import {
  type Doubt,
  doubtful,
  type Format,
  type Found,
  type FoundUser,
  guarded,
  type Member,
  type ReadOptions,
  refused,
  unreadable,
} from '#app/moving/formats/format.ts';
import { streamJson } from '#app/moving/formats/stream-json.ts';
import { instantIn, lineIn, problemOfRecord, truthIn } from '#app/moving/formats/tables/field-values.ts';
import { linesOf } from '#app/moving/formats/text-lines.ts';
import { firebaseHashOf } from '#app/people/passwords/foreign-hash.ts';
import { isObject, type JsonObject, listIn, textIn } from '#app/sources/formats/json-value.ts';

/** `{"users": [{"localId": …`, in the emulator's export and the API's responses after `"kind"`; or a row that begins with a uid, an address or none, and whether it is verified. */
const JSON_EXPORT =
  /^\s*\{\s*(?:"kind"\s*:\s*"[^"\\]{1,100}"\s*,\s*)?"users"\s*:\s*\[\s*(\{[^{}[\]]{0,2000}"localId"|\]\s*\}\s*$)/;
const CSV_EXPORT = /^[\w-]{1,128},[^,\r\n]{0,320},(true|false),(?:[^\r\n,]*,){20}/;

export const firebaseAuth: Format = {
  name: 'firebase-auth',
  label: 'Firebase Authentication',
  recognize: ({ text }) => JSON_EXPORT.test(text) || CSV_EXPORT.test(text),
  read: (member, options) =>
    CSV_EXPORT.test(member.head.text) ? readCsvExport(member, options) : readJsonExport(member, options),
};

async function* readJsonExport({ file, text }: Member, options: ReadOptions): AsyncGenerator<Found> {
  const isUser = ([list, , ...below]: readonly unknown[]) => list === 'users' && below.length === 0;
  for await (const record of streamJson(text(), (path) => path.length === 2 && isUser(path))) {
    const place = `user ${Number(record.path[1] ?? 0) + 1}`;
    if (record.problem) yield problemOfRecord(file, record.problem, record.path.length === 2 ? place : '');
    else if (isObject(record.value)) {
      const { value } = record;
      yield* guarded(file, place, () => [userOf(value as JsonObject, { file, place, options })]);
    } else yield unreadable(file, place, 'invalid', 'It is not an account');
  }
}

async function* readCsvExport({ file, text }: Member, options: ReadOptions): AsyncGenerator<Found> {
  for await (const row of readAccountRows(text())) {
    const place = `line ${row.line}`;
    if (row.cells) yield userOf(recordOf(row.cells), { file, place, options });
    else
      yield unreadable(
        file,
        place,
        'broken-quotes',
        'A quotation mark is not closed, or columns are missing',
      );
  }
}

/** The columns of the exporter of firebase-tools; those between are other providers of logins. */
function recordOf(cells: string[]): JsonObject {
  const [localId, email, emailVerified, passwordHash, salt, displayName] = cells;
  const google = cells[7] ? [{ providerId: 'google.com', rawId: cells[7] }] : [];
  return {
    ...{ localId, email, emailVerified, passwordHash, salt, displayName },
    ...{ createdAt: cells[23], phoneNumber: cells[25], disabled: cells[26], customAttributes: cells[27] },
    providerUserInfo: google,
  };
}

type Reading = { file: string; place: string; options: ReadOptions };

function userOf(record: JsonObject, { file, place, options }: Reading): FoundUser {
  const uid = lineIn(record.localId);
  const email = lineIn(record.email);
  const password = passwordOf(record, options);
  return {
    ...{ kind: 'users', origin: 'firebase', key: uid ?? '' },
    place: { file, record: uid ?? place },
    doubts: [...refusalsOf({ uid, email, record }), ...claimsOf(record), ...password.doubts],
    email,
    name: lineIn(record.displayName),
    isEmailVerified: truthIn(record.emailVerified) ?? false,
    password: password.hash,
    googleSubject: googleSubjectOf(record),
    isDisabled: truthIn(record.disabled) ?? false,
    createdAt: instantIn(record.createdAt, 'UTC'),
  };
}

type Identity = { uid: string | undefined; email: string | undefined; record: JsonObject };

function refusalsOf({ uid, email, record }: Identity): Doubt[] {
  if (!uid) return [refused('invalid', 'localId', 'The account has no uid')];
  if (email) return [];
  const problem = textIn(record.phoneNumber)
    ? 'It has a phone number and no email address'
    : 'It is an anonymous account, without an email address';
  return [refused('no-email', 'email', problem)];
}

function claimsOf({ customAttributes }: JsonObject): Doubt[] {
  const claims = textIn(customAttributes);
  if (!claims || claims === '{}') return [];
  const problem = 'Its custom claims are not taken over: they give no rights here';
  return [doubtful('claims', 'customAttributes', problem)];
}

/** Its stored form; without the parameters of the project, and for a broken one, nobody can check it. */
function passwordOf(record: JsonObject, { hashConfig }: ReadOptions): { hash?: string; doubts: Doubt[] } {
  const [passwordHash, salt = ''] = [textIn(record.passwordHash), textIn(record.salt)];
  if (!passwordHash) return { doubts: [] };
  const without = (name: string, problem: string) => ({ doubts: [doubtful(name, 'passwordHash', problem)] });
  if (passwordHash.startsWith('fakeHash:'))
    return without('emulator-password', 'Passwords of the emulator are not imported');
  if (!hashConfig)
    return without(
      'no-hash-config',
      'Its password needs the hash parameters of the project, which were not given',
    );
  const hash = firebaseHashOf({ passwordHash, salt }, hashConfig);
  return hash ? { hash, doubts: [] } : without('password', 'Its password is damaged and not taken over');
}

/** Google's own id of the account (`sub`). */
function googleSubjectOf({ providerUserInfo }: JsonObject): string | undefined {
  const providers = listIn(providerUserInfo).filter(isObject);
  return lineIn(providers.find(({ providerId }) => providerId === 'google.com')?.rawId);
}

/** A row; without `cells` one that can't be divided into them, or lacks some. `line` is that on which it begins, counted from 1. */
type AccountRow = { line: number; cells?: string[] };

/** A longer row has a quotation mark that nothing closes. */
const MOST_ROW = 64 * 1024;

/** A uid, an email address, and whether it is verified: nothing that a name contains. */
const NEW_ROW = /^[\w-]{20,128},[^,"]{0,320},(true|false),/;

/** Up to what says whether the account is disabled, and its claims. */
const LEAST_CELLS = 28;

/** Each row once, in time that grows with the length of the text. What follows a broken row is read. */
async function* readAccountRows(text: AsyncIterable<string>): AsyncGenerator<AccountRow> {
  let row: Row | undefined;
  let line = 0;
  let columns: number | undefined;
  const finish = (finished: Row): AccountRow => {
    const read = finished.finished(columns);
    columns ??= read.cells?.length;
    return read;
  };
  let end = '';
  const noted = async function* () {
    for await (const piece of text) {
      end = piece.at(-1) ?? end;
      yield piece;
    }
  };
  for await (const written of linesOf(noted(), MOST_ROW)) {
    line++;
    if (row?.isOpen && !NEW_ROW.test(written) && row.length + written.length <= MOST_ROW)
      row.add(`\n${written}`);
    else {
      if (row) yield finish(row);
      row = new Row(line);
      row.add(written);
    }
  }
  // Nothing says how many cells the only row must have: one without its line break was cut off.
  const isCut = columns === undefined && end !== '\n';
  if (row) yield isCut ? { line: row.line } : finish(row);
}

class Row {
  isOpen = false;
  length = 0;
  readonly line: number;
  readonly #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  #isJson = false;

  constructor(line: number) {
    this.line = line;
  }

  add(text: string): void {
    this.length += text.length;
    for (let at = 0; at < text.length; )
      at = this.isOpen ? this.#takeQuoted(text, at) : this.#takePlain(text, at);
  }

  /** Up to the next comma, or a quotation mark that begins a cell. Returns where to go on. */
  #takePlain(text: string, from: number): number {
    if (text[from] === '"' && this.#cell === '' && !this.#isQuoted) {
      this.isOpen = this.#isQuoted = true;
      return from + 1;
    }
    const comma = text.indexOf(',', from);
    this.#cell += text.slice(from, comma < 0 ? text.length : comma);
    if (comma < 0) return text.length;
    this.#endCell();
    return comma + 1;
  }

  /** Up to the next quotation mark, and that. Returns where to go on. */
  #takeQuoted(text: string, from: number): number {
    if (this.#cell === '') this.#isJson = text[from] === '{';
    const mark = text.indexOf('"', from);
    this.#cell += text.slice(from, mark < 0 ? text.length : mark);
    if (mark < 0) return text.length;
    const isEscaped = this.#isJson && text[mark - 1] === '\\';
    const isDoubled = !isEscaped && text[mark + 1] === '"';
    if (isEscaped || isDoubled) this.#cell += '"';
    else this.isOpen = false;
    return mark + (isDoubled ? 2 : 1);
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#isQuoted = this.#isJson = false;
  }

  /** `columns`: as many cells as the rows before it have, because one that was cut off lacks the last ones. */
  finished(columns: number | undefined): AccountRow {
    this.#endCell();
    const count = this.#cells.length;
    const isWhole = !this.isOpen && this.length <= MOST_ROW && count >= (columns ?? LEAST_CELLS);
    return isWhole ? { line: this.line, cells: this.#cells } : { line: this.line };
  }
}
