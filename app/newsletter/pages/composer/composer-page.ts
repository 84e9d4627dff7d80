import { hidden } from '#app/platform/forms/field-spec.ts';
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

/** The id of the composer's form, for buttons outside of it. */
export const FORM = 'composer';
