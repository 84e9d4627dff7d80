import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatDate, formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import {
  countAhead,
  type findItem,
  isChangeWaiting,
} from '#app/sources/suggestions/own-suggestion.server.ts';
import { KEPT_DAYS } from '#app/sources/suggestions/purge-suggestions.server.ts';
import type { SuggestionKind, SuggestionValues } from '#app/sources/suggestions/suggestion-fields.ts';
import type { Suggestion } from '#app/sources/suggestions/suggestion-store.server.ts';

type Item = Awaited<ReturnType<typeof findItem>>;

/** What the private link shows of a suggestion. `item` is what it became. */
export async function loadStatus(args: Parameters<typeof readContext>[0], own: Suggestion, item: Item) {
  const { town } = readContext(args);
  const { write } = args.context.get(requestContextKey).services;
  const input: Record<string, unknown> = item?.input ?? JSON.parse(own.input);
  const at = typeof input.eventDate === 'string' ? Date.parse(input.eventDate) : Number.NaN;
  const when = Number.isNaN(at)
    ? null
    : [formatLongDate(at, town), input.eventTime].filter(Boolean).join(', ');
  const ahead = own.state === 'waiting' ? await countAhead(write, own) : 0;
  const step: 'waiting' | 'accepted' | 'published' | 'gone' | 'declined' =
    own.state === 'declined'
      ? 'declined'
      : own.state === 'waiting'
        ? 'waiting'
        : item === undefined
          ? 'gone'
          : item.isPublic
            ? 'published'
            : 'accepted';
  return {
    step,
    ahead,
    title: String(input.title ?? own.title),
    when,
    where: typeof input.eventLocation === 'string' ? input.eventLocation : null,
    sent: `${formatDate(own.sentAt, town)}, ${formatTime(own.sentAt, town)}`,
    reason: own.reason,
    note: own.note,
    href: step === 'published' ? `/${own.collection}/${own.itemId}` : null,
    isChangeWaiting: step === 'published' && (await isChangeWaiting(write, own)),
    deletedOn: formatDate(own.changedAt + KEPT_DAYS * DAY_MS, town),
    // Published without a decision; while it waits, an editor has taken it off the site.
    isTrusted: Boolean(own.trusted),
    tells: own.confirmedAt === null ? null : own.email,
  };
}

export type Status = Awaited<ReturnType<typeof loadStatus>>;

/** A suggestion as its private link shows it. */
export type FoundSuggestion = {
  kind: SuggestionKind;
  isEdit: boolean;
  /** The link is the emailed one of a confirmed address: its sender can send another one without typing it. */
  canSendAnother: boolean;
  /** The form of another one. */
  isAnother: boolean;
  /** For its form. */
  token: string;
  values: SuggestionValues;
  status: Status;
  /**
   * Its address can be confirmed, because the link is the emailed one. `shown` stands for the text of this page.
   * `publishes`: and is on the site then.
   */
  confirm: { address: string; shown: string; publishes: boolean } | null;
  said: string | null;
};
