/** The profile of an account, as the site that this one replaces keeps it: the document has the account's uid. */

import type { FoundUser, RecordPosition } from '#app/moving/formats/found.ts';
import { kindOfValue } from '#app/moving/formats/record-items.ts';
import { instantIn, lineIn, truthIn } from '#app/moving/formats/tables/field-values.ts';
import type { FieldHints } from '#app/moving/formats/unmatched-fields.ts';
import type { JsonObject } from '#app/sources/formats/json-value.ts';

const PROFILE = new Set([
  ...['email', 'newsletterOptIn', 'newsletterOptInAt', 'consentAt'],
  ...['id', 'uid', 'createdAt', 'updatedAt'],
]);

type Profile = { id: string; values: JsonObject; place: RecordPosition; zone: string; notes: FieldHints };

export function firestoreUser({ id, values, place, zone, notes }: Profile): FoundUser {
  const doubts = Object.keys(values)
    .filter((name) => !PROFILE.has(name) && values[name] !== null && values[name] !== '')
    .flatMap((name) => notes.note('users', name, kindOfValue(values[name])));
  return {
    ...{ kind: 'users', origin: 'firebase', key: id, place, doubts },
    isProfile: true,
    email: lineIn(values.email),
    newsletterOptIn: truthIn(values.newsletterOptIn),
    consentAt: instantIn(values.newsletterOptInAt ?? values.consentAt ?? values.createdAt, zone),
    createdAt: instantIn(values.createdAt, zone),
  };
}
