/** What the form of an item shows, and why it was not saved. */
import type { DeletedItems } from '#app/desk/list/deleted-notice.server.ts';
import type { ScopeCounts } from '#app/desk/list/scope-counts.server.ts';
import type { Publication } from '#app/items/collection/collection.ts';
import type { SeriesPosition } from '#app/items/collection/facets.ts';
import type { PictureChoices } from '#app/items/text/lead-picture.server.ts';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import type { FormValues } from '#app/platform/forms/field-spec.ts';
import { type DocumentChoices, noDocuments } from './documents/document-choice.ts';
import type { DatedForm } from './follow-date.ts';
import type { ItemSources } from './item-sources.server.ts';

/** The tag that a new item's form sends. */
export const NEW = '0';

/** `author` is a name; `note` is why it was handed back. */
export type FormContribution = {
  state: 'draft' | 'handed-in' | 'returned';
  note: string | null;
  author: string;
  isOwn: boolean;
};

/** What a form shows when it is opened. `version` is the item's tag, '0' for a new one. */
export type FormPage = {
  values: FormValues;
  version: string;
  isNew: boolean;
  /** A new item that waits in the inbox until it is saved. */
  isWaiting: boolean;
  saved: boolean;
  /** What became of a saved item. */
  savedAs: string | null;
  /** The item's status now; null for a new item. */
  publication: Publication | null;
  /** What its status can be, with a hint each. Where that is only one, it can't be deleted either. */
  statuses: (readonly [value: Publication, label: string, hint: string])[];
  /** When it becomes public, as text in the town's time; null when it is not scheduled. */
  scheduledFor: string | null;
  /** How far away that was when the form was opened: 'Tomorrow, in 15 hours'; '' when it is not scheduled. */
  scheduledIn: string;
  /** Why it is not published yet, although its time has passed; otherwise null. */
  overdue: string | null;
  /** The form shows a draft of changes, saved at this time of the town; otherwise null. */
  changesSavedAt: string | null;
  /** The draft of a contributor: whether it was handed in, and whether the viewer wrote it; null for other items. */
  contribution: FormContribution | null;
  /** The draft was to be discarded, but it had changed. */
  isDiscardRefused: boolean;
  /** Other items that the save moved to the trash. */
  deleted: DeletedItems | null;
  /** Where it comes from; null if it was written here. */
  sources: ItemSources | null;
  /** Where it is in its series, and how many dates a save can apply to; null unless it is published and repeats. */
  series: (SeriesPosition & { scopes: ScopeCounts | null }) | null;
  /** Who else has the form open, as text. */
  others: string;
  /** The name of the town's time zone. */
  zone: string;
  /** Absent where readers see no date of the item. */
  dated: DatedForm | undefined;
  /** The pictures that `values` names. */
  pictures: PictureChoices;
  /** The documents that `values` names. */
  documents: DocumentChoices;
  /** Says how many pictures of the item, or of its draft, are loaded from other sites; '' for none. */
  linkedPictures: string;
  /** Says that the item is archived; '' unless it is. */
  archived: string;
  /** The item does not exist, or no longer. */
  missing: boolean;
};

/** The form of an item that does not exist, or no longer. Others differ from it in what they name. */
export const emptyPage: FormPage = {
  values: {},
  version: NEW,
  isNew: false,
  isWaiting: false,
  saved: false,
  savedAs: null,
  publication: null,
  statuses: [],
  scheduledFor: null,
  scheduledIn: '',
  overdue: null,
  changesSavedAt: null,
  contribution: null,
  isDiscardRefused: false,
  deleted: null,
  series: null,
  sources: null,
  others: '',
  pictures: {},
  documents: noDocuments,
  linkedPictures: '',
  archived: '',
  zone: '',
  dated: undefined,
  missing: true,
};

/** Why the form of an item, or of the settings, was not saved, with everything that was typed. */
export type FailedItem = FailedForm & {
  version: string;
  /** The pictures that `values` names; absent where the browser reports the failure, which knows only their ids. */
  pictures?: PictureChoices;
  documents?: DocumentChoices;
  /** What was typed shows pictures of other sites, which the form offers to copy. */
  linkedPictures?: string;
  /** A probable mistake, because of which the form was not saved; sending it again saves it. */
  question?: string;
};
