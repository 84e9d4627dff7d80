/** What elements of a feed mean. */

import { webAddress } from '#app/items/provenance/web-address.ts';
import type { Markup } from './read-markup.ts';

/** The first child of this name that is not empty, in no namespace or Atom's; otherwise the first empty one. */
export function findChild(element: Markup, name: string): Markup | undefined {
  const named = listChildren(element, name);
  return named.find((child) => child.text.trim() !== '' || child.children.length > 0) ?? named[0];
}

/** All children of this name; Atom's own only when there are no others. */
export function listChildren(element: Markup, name: string): Markup[] {
  const named = element.children.filter((child) => child.name === name);
  return named.length > 0 ? named : element.children.filter((child) => child.name === `atom:${name}`);
}

/** The text of the first child that has one of these names, in their order, and any text. */
export function textOfChild(element: Markup, ...names: string[]): string | undefined {
  for (const name of names) {
    const text = findChild(element, name)?.text.trim();
    if (text) return text;
  }
  return undefined;
}

/** Every element below with one of these names, in the order of the document. */
export function listDescendants(root: Markup, names: string[]): Markup[] {
  const found: Markup[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (names.includes(element.name)) found.push(element);
    for (let at = element.children.length - 1; at >= 0; at--) waiting.push(element.children[at] as Markup);
  }
  return found;
}

/** The elements that an element is in, from the inside out. */
export function listAncestors({ parent }: Markup): Markup[] {
  const ancestors: Markup[] = [];
  for (let at = parent; at; at = at.parent) ancestors.push(at);
  return ancestors;
}

/** What relative addresses in the element refer to: `xml:base`, from the inside out, and then `address`. */
export function baseOf(element: Markup, address: string | null): string | null {
  const bases = [element, ...listAncestors(element)].flatMap(
    ({ attributes }) => attributes['xml:base'] ?? [],
  );
  return bases.reduceRight<string | null>((outer, base) => webAddress(base, outer) ?? outer, address);
}

/** The text of an element that may contain markup: as written in `document`, with the names of its tags only. */
export function innerHtml(element: Markup, document: string): string {
  if (element.children.length === 0) return element.text;
  return document
    .slice(element.from, element.to)
    .replace(/<!\[CDATA\[([\s\S]*?)(\]\]>|$)/g, (_section, text: string) => escaped(text))
    .replace(/<(\/?)[\w.-]{1,40}:(?=[a-z])/gi, '<$1');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
