import { hidden } from '#app/platform/forms/field-spec.ts';
import type { ShownPart } from './issue-part.ts';
import type { Order } from './order.ts';

/** What the composer sends. */
export const composerForm = [
  hidden('subject', 'preview', 'note', 'test', 'when', 'order', 'automatic', 'do', 'version'),
];

/** What was typed into the composer. `when` is the town's local time. */
export type ComposerValues = {
  subject: string;
  preview: string;
  note: string;
  order: Order;
  test: string;
  when: string;
};

export const views = { phone: 'Phone', desktop: 'Desktop', plain: 'Plain text' } as const;
export type View = keyof typeof views;

/** What the composer shows of an issue that can still be changed. */
export type ComposerPage = {
  kind: 'composer';
  id: string;
  /** 'The Friday Bell, issue 48' */
  heading: string;
  version: string;
  values: ComposerValues;
  /** The preview text that is written automatically; '' if an editor has written one. */
  usualPreview: string;
  /** The subject that is written automatically; null if an editor has written one. */
  automatic: string | null;
  parts: ShownPart[];
  /** 'Built from what was published since November 13.' */
  builtFrom: string;
  rebuildLabel: string;
  isEmpty: boolean;
  /** 'Friday, November 20, 2026, 5:00 PM'; null for a draft. */
  scheduledFor: string | null;
  /** What happens at that time if nobody approves the issue; null if it needs no approval or has it. */
  unapproved: string | null;
  forecast: Forecast;
  /** 'Town time (Eastern). Usually Fridays at 5:00 PM.' */
  whenHint: string;
  /** Why it can't be sent yet, and where to change that. */
  obstacles: { text: string; href: string; link: string }[];
  locale: string;
  siteTitle: string;
};

/** Who will get an issue: '1,284 subscribers', and who won't: '41', 'have not confirmed their address'. */
export type Forecast = { willGet: string; others: { count: string; words: string }[] };

/** The response to a post of the composer: what happened, with everything that was typed. */
export type ComposerOutcome = {
  values: ComposerValues;
  version: string;
  view: View;
  /** What was done: 'Saved.' Null if it failed. */
  done: string | null;
  /** The order before it was built again, which Undo restores. */
  before: string | null;
  /** Why it was not done. */
  failure: string | null;
  problems: Record<string, string>;
  /** What someone else saved meanwhile, where it differs: 'Subject', 'A long night'. */
  theirs: { label: string; text: string }[];
};
