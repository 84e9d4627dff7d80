/** The subject and the preview text that an issue has unless an editor writes them. They depend only on its content. */
import { plainLine } from '#app/platform/mail/plain-line.ts';
import type { Block, Edition } from './edition.ts';

/** Inboxes show about this much of a subject. */
const SUBJECT_LENGTH = 70;
const MOST_SUBJECT = 150;
const MOST_PREVIEW = 200;

/** The title of the lead, and of what follows if both are short; the newsletter's name for an empty issue. */
export function subjectOf({ blocks, title }: Pick<Edition, 'blocks' | 'title'>): string {
  const [first = title, second] = blocks.map(nameOf);
  const both = second && `${first} · ${second}`;
  return plainLine(both && both.length <= SUBJECT_LENGTH ? both : first, MOST_SUBJECT);
}

/** 'Plus: The bridge reopens on Monday. 5 events in the days ahead.': what the subject does not say. */
export function previewOf({ blocks, title }: Pick<Edition, 'blocks' | 'title'>, subject: string): string {
  const unsaid = blocks.map(nameOf).filter((name) => !subject.includes(plainLine(name, MOST_SUBJECT)));
  const [first, second] = unsaid;
  if (first === undefined) return '';
  const list = [first, second].filter(Boolean).join(' · ');
  return plainLine(subject === title ? list : `Plus: ${list}`, MOST_PREVIEW);
}

/** A block in one line. */
function nameOf(block: Block): string {
  switch (block.kind) {
    case 'events':
      return eventsName(block);
    case 'poll':
      return block.isOpen ? block.title : `Poll result: ${block.title}`;
    case 'correction':
      return `Correction: ${block.title}`;
    default:
      return block.title;
  }
}

/** 'Coming up: Winter farmers market' for one event, otherwise 'Coming up: 5 events'. */
function eventsName({ days, more }: Extract<Block, { kind: 'events' }>): string {
  const events = days.flatMap((day) => day.events);
  const count = events.length + more;
  return `Coming up: ${count === 1 ? events[0]?.title : `${count} events`}`;
}
