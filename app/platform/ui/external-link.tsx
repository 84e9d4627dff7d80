import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useSite } from './site-facts.ts';

/**
 * A link that may lead to another site. Those open in a new tab, announced to assistive technology (product contract
 * section 2); an address of this site opens in the same tab. Only http(s) becomes a link.
 */
export function ExternalLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  const path = findOwnPath(href, useSite().url);
  if (path !== undefined) {
    return (
      <a className={className} href={path}>
        {children}
      </a>
    );
  }
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" className="icon ext" />
      <span className="vh"> (opens in a new tab)</span>
    </a>
  );
}

/** The path of an address of this site; undefined for any other. */
function findOwnPath(href: string, siteUrl: string): string | undefined {
  const url = URL.parse(href);
  if (!url || url.origin !== URL.parse(siteUrl)?.origin) return undefined;
  return url.pathname + url.search + url.hash;
}
