/** What readers can report as wrong about an item, as forms and tables name it. */
export const topics = ['time', 'cancelled', 'place', 'link', 'other'] as const;

export type Topic = (typeof topics)[number];

export function readTopic(name: string): Topic | undefined {
  return topics.find((topic) => topic === name);
}

/** `label` is on the button of readers, `said` what readers say, after 'Three readers say that', `short` a heading. */
type TopicWords = { label: string; said: string; short: string };

const general: Record<Topic, TopicWords> = {
  time: { label: 'Wrong day or time', said: 'the day or time is wrong', short: 'Wrong day or time' },
  cancelled: { label: 'It’s canceled', said: 'this is canceled', short: 'Canceled' },
  place: { label: 'Wrong place', said: 'the place is wrong', short: 'Wrong place' },
  link: { label: 'The link doesn’t work', said: 'a link doesn’t work', short: 'Dead link' },
  other: { label: 'Something else', said: 'something here is wrong', short: 'Something else' },
};

const ofBusinesses: Partial<Record<Topic, TopicWords>> = {
  time: { label: 'Wrong opening hours', said: 'the opening hours are wrong', short: 'Wrong hours' },
  cancelled: { label: 'It’s closed for good', said: 'this is closed for good', short: 'Closed for good' },
  place: { label: 'Wrong address', said: 'the address is wrong', short: 'Wrong address' },
  link: { label: 'The website doesn’t work', said: 'the website doesn’t work', short: 'Dead link' },
};

/** The words for a topic of the items of a collection. */
export function topicWords(collection: string, topic: Topic): TopicWords {
  return (collection === 'businesses' ? ofBusinesses[topic] : undefined) ?? general[topic];
}

const STORY: readonly Topic[] = ['link', 'other'];

const offered: Readonly<Record<string, readonly Topic[]>> = {
  events: topics,
  businesses: ['time', 'place', 'link', 'cancelled', 'other'],
  polls: ['other'],
};

/** What can be wrong with the items of a collection, in the order in which it is offered. */
export function listTopics(collection: string): readonly Topic[] {
  return offered[collection] ?? STORY;
}
