/**
 * HTML written to do harm, by the trick it tries. A snippet that runs sets `window.__hit`, opens a dialog, asks for
 * something at hit.invalid, submits a form or leaves the page; one that breaks out changes the page around it.
 */
import { addressTricks } from './address-tricks.ts';
import { boxTricks } from './box-tricks.ts';
import { formTricks } from './form-tricks.ts';
import { handlerTricks } from './handler-tricks.ts';
import { parserTricks } from './parser-tricks.ts';
import { requestTricks } from './request-tricks.ts';
import { scriptTricks } from './script-tricks.ts';

/** Snippets by name. */
export type Tricks = Record<string, string>;

export type HostileSnippet = { group: string; name: string; html: string };

export const groups: Record<string, Tricks> = {
  scripts: scriptTricks,
  handlers: handlerTricks,
  addresses: addressTricks,
  requests: requestTricks,
  forms: formTricks,
  parser: parserTricks,
  box: boxTricks,
};

export const corpus: HostileSnippet[] = Object.entries(groups).flatMap(([group, tricks]) =>
  Object.entries(tricks).map(([name, html]) => ({ group, name, html })),
);
