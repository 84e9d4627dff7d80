/** Accounts of Firebase Authentication, as `firebase auth:export` writes them: JSON or CSV. */

import { readAccountRows } from '#app/moving/formats/account-rows.ts';
import {
  type Format,
  guarded,
  type Member,
  type ReadOptions,
  unreadable,
} from '#app/moving/formats/format.ts';
import type { Doubt, Found, FoundUser } from '#app/moving/formats/found.ts';
import { streamJson } from '#app/moving/formats/stream-json.ts';
import { instantIn, lineIn, problemOfRecord, truthIn } from '#app/moving/formats/tables/field-values.ts';
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
  const refused = (name: string, field: string, problem: string): Doubt[] => [
    { verdict: 'refused', class: name, field, problem },
  ];
  if (!uid) return refused('invalid', 'localId', 'The account has no uid');
  if (email) return [];
  const phone = textIn(record.phoneNumber);
  if (phone) return refused('no-email', 'email', 'It has a phone number and no email address');
  return refused('no-email', 'email', 'It is an anonymous account, without an email address');
}

function claimsOf({ customAttributes }: JsonObject): Doubt[] {
  const claims = textIn(customAttributes);
  if (!claims || claims === '{}') return [];
  const problem = 'Its custom claims are not taken over: they give no rights here';
  return [{ verdict: 'doubtful', class: 'claims', field: 'customAttributes', problem }];
}

/** Its stored form; without the parameters of the project, and for a broken one, nobody can check it. */
function passwordOf(record: JsonObject, { hashConfig }: ReadOptions): { hash?: string; doubts: Doubt[] } {
  const [passwordHash, salt = ''] = [textIn(record.passwordHash), textIn(record.salt)];
  if (!passwordHash) return { doubts: [] };
  if (passwordHash.startsWith('fakeHash:')) {
    const problem = 'Passwords of the emulator are not imported';
    return { doubts: [{ verdict: 'doubtful', class: 'emulator-password', field: 'passwordHash', problem }] };
  }
  const hash = hashConfig && firebaseHashOf({ passwordHash, salt }, hashConfig);
  if (hash) return { hash, doubts: [] };
  const problem = hashConfig
    ? 'Its password is damaged and not taken over'
    : 'Its password needs the hash parameters of the project, which were not given';
  const name = hashConfig ? 'password' : 'no-hash-config';
  return { doubts: [{ verdict: 'doubtful', class: name, field: 'passwordHash', problem }] };
}

/** Google's own id of the account (`sub`). */
function googleSubjectOf({ providerUserInfo }: JsonObject): string | undefined {
  const providers = listIn(providerUserInfo).filter(isObject);
  return lineIn(providers.find(({ providerId }) => providerId === 'google.com')?.rawId);
}
