import type { Collection, EditedItem } from '#app/items/collection/collection.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { formFieldOf } from '#app/items/collection/form-field.ts';
import { findSourceDifferences } from '#app/items/provenance/item-changes.server.ts';
import { provenanceOf } from '#app/items/provenance/provenance.server.ts';
import type { Credit, Provenance } from '#app/items/text/credit.ts';
import type { FieldSpec, FormSpec } from '#app/platform/forms/field-spec.ts';
import { formValuesOf } from '#app/platform/forms/form-values.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { formatEventDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';

/**
 * What the form of an item says about its sources: `note` is when they confirmed it and what its editors wrote. Each
 * change at the source has the field's name and label, and a sentence. The sentences are made here because the browser
 * would have to load what makes them.
 */
export type ItemSources = {
  credits: (Credit & { source: string })[];
  note: string;
  /** The source's value could not be used. */
  isRefused: boolean;
  changes: { field: string; label: string; question: string }[];
};

/** Null for an item without a source. */
export async function loadItemSources(
  { read, town, now, siteUrl }: Pick<PageContext, 'read' | 'town' | 'now' | 'siteUrl'>,
  collection: Collection,
  spec: FormSpec,
  { id, input, publication }: EditedItem,
): Promise<Omit<ItemSources, 'isRefused'> | null> {
  const place = { collection: collection.name, id };
  const { credits, edited, changes } = await findSourceDifferences(read, place, input, siteUrl);
  if (credits.length === 0) return null;
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const said = { ...input, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
  const values = formValuesOf(spec, collection.form.toFormJson?.(said, town.timeZone) ?? said, town.timeZone);
  const fieldOf = (name: string) => formFieldOf(collection, name, spec);
  const provenance = provenanceOf(credits, { now, clock });
  const sources = [...new Set(credits.map(({ source }) => source))];
  const labels = edited.flatMap((name) => fieldOf(name)?.label.toLowerCase() ?? []);
  return {
    credits: provenance.credits.map((credit, place) => ({ ...credit, source: sources[place] ?? '' })),
    note: noteOf(provenance, labels),
    // A draft takes nothing from its sources.
    changes: (publication === 'draft' ? [] : changes).map(({ field, to }) => {
      const text = sayValue(fieldOf(field), values[field] ?? '', to, clock);
      const label = fieldOf(field)?.label ?? field;
      const isGone = provenance.isUnconfirmed && field === 'status';
      return { field, label, question: isGone ? GONE : `${label}: the source now says “${text}”.` };
    }),
  };
}

const GONE = 'No source lists this event any more. It may be canceled.';

function noteOf({ confirmed, isUnconfirmed }: Provenance, edited: string[]): string {
  const sentences = [
    isUnconfirmed ? 'No longer listed.' : '',
    confirmed ? `Last confirmed ${confirmed}.` : '',
    edited.length > 0
      ? `You edited the ${new Intl.ListFormat('en-US').format(edited)}, so updates won’t change ${edited.length > 1 ? 'them' : 'it'}.`
      : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

const LONGEST = 400;

function sayValue(
  spec: FieldSpec | undefined,
  value: string | string[],
  to: string | boolean | null,
  clock: TownClock,
): string {
  if (to === null || to === '') return 'nothing';
  if (spec?.kind === 'check') return to === true ? 'yes' : 'no';
  const isTime = spec?.kind === 'datetime' || spec?.kind === 'time';
  const instant = isTime ? Date.parse(String(to)) : Number.NaN;
  if (!Number.isNaN(instant))
    return `${formatEventDate(instant, clock.timeZone)}, ${formatTime(instant, clock)}`;
  const choice = spec?.choices?.find((one) => one.value === to);
  const text = spec?.kind === 'html' ? plainTextOf(String(to)) : (choice?.label ?? String(value || to));
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}
