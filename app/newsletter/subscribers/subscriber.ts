import type { SubscriberRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { type Frequency, type Topic, topics } from '#app/town/newsletter/newsletter-plan.ts';

export type { Frequency, Topic };

export type SubscriberState = SubscriberRow['state'];

export const STATES = ['waiting', 'active', 'unsubscribed', 'bounced'] as const satisfies SubscriberState[];

/** What a subscriber chose. `topics` has at least one. */
export type Preferences = { frequency: Frequency; topics: Topic[] };

/** What someone gets who chose nothing: everything, once a week. */
export const defaultPreferences: Preferences = { frequency: 'weekly', topics: [...topics] };

/** A subscriber. Instants are UTC epoch milliseconds; `address` is null once it was erased. */
export type Subscriber = Omit<SubscriberRow, 'topics' | 'softBounces'> & { topics: Topic[] };

/** Where and when someone agreed to get the newsletter: `at` in UTC epoch milliseconds. */
export type Consent = { source: string; at: number };

/** The topics in a text such as 'stories events', in the usual order; what is not a topic is left out. */
export function readTopics(text: string): Topic[] {
  const words = text.split(' ');
  return topics.filter((topic) => words.includes(topic));
}

/** As stored: in the usual order, each once. */
export function writeTopics(chosen: readonly Topic[]): string {
  return topics.filter((topic) => chosen.includes(topic)).join(' ');
}
