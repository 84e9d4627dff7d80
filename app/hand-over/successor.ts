import type { Successor } from './successor-schema.ts';

export type { Successor };

export const successorPath = '/admin/successor';

export const noSuccessor: Successor = {
  name: '',
  email: '',
  contacts: '',
  hosting: '',
  domain: '',
  mail: '',
  costs: '',
  notes: '',
  afterDays: 0,
};

/** The notes in the order in which they are shown, with their labels. */
export const noteFields = [
  { name: 'contacts', label: 'Contacts' },
  { name: 'hosting', label: 'Hosting' },
  { name: 'domain', label: 'Domain' },
  { name: 'mail', label: 'Email' },
  { name: 'costs', label: 'Costs' },
  { name: 'notes', label: 'Other notes' },
] as const satisfies { name: keyof Successor; label: string }[];
