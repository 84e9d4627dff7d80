import { instantOfTownTime, townDayOf, townTimeOf } from '#app/platform/time/town-time.ts';
import { type FieldKind, type FormSpec, type FormValues, fieldsOf } from './field-spec.ts';
import { type Note, pairNotes } from './notes.ts';

type Json = Record<string, unknown>;

/** An item's input as its form shows it: instants become the town's local time, missing texts ''. */
export function formValuesOf(spec: FormSpec, input: Json, zone: string): FormValues {
  const entries = fieldsOf(spec).map(({ name, kind }) => [name, shown(kind, input[name], zone)]);
  return Object.fromEntries(entries) as FormValues;
}

/**
 * The input that a filled form means. A local time becomes ISO text; an invalid one stays as typed, for the schema to
 * refuse. An unchanged time keeps its stored instant to the millisecond.
 */
export function inputOfForm(
  spec: FormSpec,
  values: FormValues,
  zone: string,
  stored: Json | undefined,
): Json {
  const input: Json = {};
  for (const { name, kind } of fieldsOf(spec)) {
    const value = values[name] ?? '';
    if (kind === 'options' || kind === 'documents')
      input[name] = [value].flat().filter((text) => text.trim() !== '');
    else if (kind === 'datetime') input[name] = meant(String(value), zone, stored?.[name]);
    else if (kind === 'notes') input[name] = notesMeant([value].flat(), zone, stored?.[name]);
    else if (kind === 'number') input[name] = /^\d+$/.test(String(value).trim()) ? Number(value) : value;
    else if (kind === 'check') input[name] = value === 'true';
    else input[name] = value;
  }
  return input;
}

function shown(kind: FieldKind, value: unknown, zone: string): string | string[] {
  if (kind === 'notes') return notesShown(value, zone);
  if (kind === 'options' || kind === 'documents') return Array.isArray(value) ? value.map(String) : [];
  if (value === null || value === undefined) return '';
  // A day without a time is in no zone.
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return String(value);
  const instant = kind === 'datetime' || kind === 'date' ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(instant)) return String(value);
  return kind === 'date' ? townDayOf(instant, zone) : townTimeOf(instant, zone);
}

function meant(text: string, zone: string, stored: unknown): string {
  if (typeof stored === 'string' && shown('datetime', stored, zone) === text) return stored;
  const instant = instantOfTownTime(text, zone);
  return instant === undefined ? text : new Date(instant).toISOString();
}

function notesShown(value: unknown, zone: string): string[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [];
  return value.flatMap((note: Partial<Note> | null) => [
    String(note?.text ?? ''),
    String(shown('datetime', note?.date, zone)),
  ]);
}

/** Notes without a text are left out. */
function notesMeant(values: string[], zone: string, stored: unknown): Note[] {
  const before: Note[] = Array.isArray(stored) ? stored : [];
  return pairNotes(values)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, date }) => {
      const same = before.find((note) => shown('datetime', note.date, zone) === date);
      return { date: meant(date, zone, same?.date), text };
    });
}
