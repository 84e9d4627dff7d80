/** A made-up event, dated relative to the load day. */
export type SampleEvent = {
  id: string;
  title: string;
  category?: string;
  /** HTML. */
  description: string;
  eventLocation: string;
  link: string;
  /** Wall clock of the town, HH:MM, at the start; '00:00' with eventTime 'All day' for all-day ones. */
  time: string;
  /** As readers see it: '7:00 PM', '10:30 AM to noon', 'All day'. */
  eventTime: string;
  /** Days after the load day, or a weekly rule: weekday 1 = Monday to 7 = Sunday, and how many weeks from the load day on. */
  when: { inDays: number } | { weekly: number; weeks: number };
  image: string;
  /** Wall clock of the town, HH:MM, at the end; a time before the start is on the next day. */
  until?: string;
  /** How many whole days it lasts. */
  allDays?: number;
  /** Its status; for a moved event, how many days after the load day it was first scheduled. */
  status?: 'cancelled' | 'postponed' | { movedFromInDays: number };
  statusNote?: string;
};
