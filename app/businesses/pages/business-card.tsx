import type { BusinessCard } from '#app/businesses/business.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';

/** A business in the list: what visitors need to go there, call or look it up. */
export function BusinessCardPanel({ business }: { business: BusinessCard }) {
  return (
    <li className="panel stack">
      <div>
        <p className="kicker">{business.category}</p>
        <h2>
          <a className="plain" href={`/businesses/${business.id}`}>
            {business.name}
          </a>
        </h2>
      </div>
      <p>
        <Icon name="place" /> {business.address}
        {business.phone ? (
          <>
            <br />
            <Icon name="phone" /> <PhoneNumber phone={business.phone} />
          </>
        ) : null}
        {business.website ? (
          <>
            <br />
            <Icon name="link" /> <ExternalLink href={business.website}>Website</ExternalLink>
          </>
        ) : null}
      </p>
      {business.openingHours ? <p className="small muted">{business.openingHours}</p> : null}
    </li>
  );
}

/** A phone number as written; one that can be dialed is a link. */
export function PhoneNumber({ phone }: { phone: string }) {
  const href = telephoneLinkOf(phone);
  return href ? <a href={href}>{phone}</a> : phone;
}

/**
 * The `tel:` address of a phone number as people write it (RFC 3966): its digits and a leading +, and an extension if
 * there is one. Undefined when the text is not exactly one number.
 */
export function telephoneLinkOf(phone: string): string | undefined {
  const found = /^\s*(\+?[\d\s().\p{Pd}]+?)\s*(?:(?:extension|ext|x)\.?\s*(\d{1,8}))?\s*$/iu.exec(phone);
  const number = found?.[1]?.replace(/[^\d+]/g, '') ?? '';
  if (!/^\+?\d{3,15}$/.test(number)) return undefined;
  return found?.[2] ? `tel:${number};ext=${found[2]}` : `tel:${number}`;
}
