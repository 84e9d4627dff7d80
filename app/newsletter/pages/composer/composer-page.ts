import type { FailedForm } from '#app/platform/forms/failed-form.ts';
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

export type FailedComposer = FailedForm<ComposerValues> & { view: View };

/** What was done: 'Saved.' `before` is the order before it was built again, which Undo restores. */
export type SavedComposer = {
  values: ComposerValues;
  version: string;
  view: View;
  done: string;
  before: string | undefined;
};

/** The response to a post of the composer, with everything that was typed. */
export type ComposerOutcome = FailedComposer | SavedComposer;

export function failedOf(outcome: ComposerOutcome | undefined): FailedComposer | undefined {
  return outcome && 'problems' in outcome ? outcome : undefined;
}

/** The id of the composer's form, for buttons outside of it. */
export const FORM = 'composer';
