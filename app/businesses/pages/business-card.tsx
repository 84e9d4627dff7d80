import type { BusinessCard } from '#app/businesses/business.ts';
import { telephoneLinkOf } from '#app/businesses/telephone-link.ts';
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
