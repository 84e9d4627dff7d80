import { Fragment } from 'react';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import type { Credit, Provenance } from './credit.ts';

const list = new Intl.ListFormat('en-US');

/** The names of sources in a sentence, each a link: 'Carver Library, Hollow Arts Council, and Town Hall'. */
export function CreditList({ credits }: { credits: Credit[] }) {
  const parts = list.formatToParts(credits.map((_, place) => String(place)));
  return parts.map(({ type, value }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key.
    <Fragment key={place}>{type === 'element' ? <CreditLink {...credits[Number(value)]} /> : value}</Fragment>
  ));
}

function CreditLink({ name, link }: Partial<Credit>) {
  return link ? <ExternalLink href={link}>{name}</ExternalLink> : name;
}

/**
 * The sentences after the name of the source that an item is shown with: other sources that list it, and when it was
 * last confirmed. Nothing for an item that was written here.
 */
export function ProvenanceLine({ provenance, shown }: { provenance: Provenance; shown: string }) {
  const { credits, confirmed } = provenance;
  const others = credits.filter(({ name }) => name !== shown);
  return (
    <>
      {others.length > 0 ? (
        <>
          Also from <CreditList credits={others} />.{' '}
        </>
      ) : null}
      {confirmed ? `Last confirmed ${confirmed}. ` : null}
    </>
  );
}
