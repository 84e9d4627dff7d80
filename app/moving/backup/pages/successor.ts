import type { Successor } from './successor-store.server.ts';

export const successorPath = '/admin/successor';

/** Why the instructions are not emailed. */
export const noMailServer = 'this site has no mail server yet';

/** The notes in the order in which they are shown, with their labels. */
export const fieldsOfNotes = [
  { name: 'hosting', label: 'Where it runs' },
  { name: 'domain', label: 'Domain' },
  { name: 'mail', label: 'Email' },
  { name: 'costs', label: 'Costs' },
  { name: 'contacts', label: 'Contacts' },
  { name: 'notes', label: 'Other notes' },
] as const satisfies { name: keyof Successor; label: string }[];
