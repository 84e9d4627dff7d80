/** Lists of feeds (OPML 1.0 and 2.0) as sources to follow. */
import { canonicalAddress, webAddress } from '#app/items/provenance/web-address.ts';
import {
  type Format,
  type Found,
  type FoundSource,
  LeftOutCount,
  type Member,
  refused,
  truncated,
} from '#app/moving/formats/format.ts';
import { streamXml, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { sourceLineOf } from '#app/sources/formats/source-text.ts';
import { problemOfRecord } from './field-values.ts';

export const opml: Format = {
  name: 'opml',
  label: 'OPML',
  recognize: ({ text }) => /<opml[\s>]/i.test(text),
  read: readOutlines,
};

async function* readOutlines(member: Member): AsyncGenerator<Found> {
  const left = new LeftOutCount();
  let position = 0;
  for await (const element of streamXml(member.text(), new Set(['outline']))) {
    if (element.name === '#end') {
      if ('isCut' in element && element.isCut) yield truncated(member.file);
      continue;
    }
    const { problem } = element as XmlElement;
    if (problem) yield problemOfRecord(member.file, problem, `outline ${position + 1}`);
    for (const outline of outlinesIn(element as XmlElement))
      yield* readOutline(outline, ++position, member.file, left);
  }
  yield* left.leftOut();
}

/** It and those in it, in the order of the document. */
function* outlinesIn(element: XmlElement): Generator<XmlElement> {
  const waiting = [element];
  for (let outline = waiting.pop(); outline; outline = waiting.pop()) {
    if (outline.name === 'outline') yield outline;
    for (const child of outline.children.toReversed()) waiting.push(child);
  }
}

function* readOutline(
  outline: XmlElement,
  position: number,
  file: string,
  left: LeftOutCount,
): Generator<FoundSource> {
  const written = attributeOf(outline, 'xmlurl');
  const name = sourceLineOf(attributeOf(outline, 'title') ?? attributeOf(outline, 'text'));
  if (!written) {
    // A folder has only a name.
    if (outline.children.length === 0) left.add('entries without a feed');
    return;
  }
  const address = webAddress(written.replace(/^(webcals?|feed):(?=\/\/)/i, 'https:'));
  const place = { file, record: name ?? `outline ${position}` };
  const problem = `“${written.slice(0, 200)}” is not a web address`;
  yield {
    ...{ kind: 'sources', origin: 'opml', key: canonicalAddress(address) ?? written.slice(0, 400), place },
    doubts: address ? [] : [refused('invalid', 'xmlUrl', problem)],
    address: address ?? '',
    name: name ?? siteNameOf(address),
  };
}

function siteNameOf(address: string | null): string {
  return (URL.parse(address ?? '')?.hostname ?? '').replace(/^www\./, '');
}

/** Programs write the names of attributes in different cases. */
function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  const key = Object.keys(attributes).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : attributes[key]?.trim() || undefined;
}
