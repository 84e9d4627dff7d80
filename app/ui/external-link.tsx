import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A link out of the site: a new tab, said to assistive technology (product contract section 2). Only http(s) becomes a link. */
export function ExternalLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" className="icon ext" />
      <span className="vh"> (opens in a new tab)</span>
    </a>
  );
}
