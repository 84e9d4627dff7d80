import type { Theme } from '#app/people/request/context.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { ReadOnly } from '#app/town/read-only.ts';
import type { Town } from '#app/town/town.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import type { PageLink } from './frame.tsx';

type FooterProps = {
  town: Town;
  /** The pages that the town has put into the footer, after its own links. */
  pages: PageLink[];
  /** Whether the list of all pages is linked. */
  hasPages: boolean;
  theme: Theme;
  readOnly: ReadOnly | undefined;
};

/** The footer of every page, rendered only on the server. */
export function FooterContent({ town, pages, hasPages, theme, readOnly }: FooterProps) {
  const more = [
    ...pages,
    ...(hasPages ? [{ href: '/pages', title: 'All pages' }] : []),
    { href: '/accessibility', title: 'Accessibility' },
  ];
  return (
    <>
      <nav aria-label="Footer">
        <ul>
          {(readOnly ? ownLinks : [...ownLinks, SUBMIT]).map((link) => (
            <PageItem key={link.href} {...link} />
          ))}
          <SocialLink href={town.facebookUrl} icon="facebook" label="Facebook" />
          <SocialLink href={town.instagramUrl} icon="instagram" label="Instagram" />
          {more.map((link) => (
            <PageItem key={link.href} {...link} />
          ))}
        </ul>
      </nav>
      {keepsTheme(readOnly) ? <ThemeSwitch theme={theme} /> : null}
      <p className="footer__base">
        {town.title} is made by and for the people of {townAndStateOf(town)}. It runs on Belfry, free and
        open-source software.
        {readOnly?.kind === 'static' ? ` ${readOnly.sentence}` : ''}
      </p>
    </>
  );
}

/** The links of every site (spec section 2). */
const ownLinks: PageLink[] = [
  { href: '/about', title: 'About' },
  { href: '/privacyPolicy', title: 'Privacy Policy' },
  { href: '/contact', title: 'Contact' },
  { href: '/subscribe', title: 'Subscribe' },
];

/** Where nothing can be sent, it is not linked. */
const SUBMIT: PageLink = { href: '/submit', title: 'Send us a tip' };

function PageItem({ href, title }: PageLink) {
  return (
    <li>
      <a href={href}>{title}</a>
    </li>
  );
}

function SocialLink({ href, icon, label }: { href: string; icon: 'facebook' | 'instagram'; label: string }) {
  if (!href) return null;
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer">
        <Icon name={icon} />
        {label}
        <span className="vh"> (opens in a new tab)</span>
      </a>
    </li>
  );
}

const themes = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** A frozen site still has visitors of its own, who may have chosen a theme before. */
function keepsTheme(readOnly: ReadOnly | undefined): boolean {
  return !readOnly || readOnly.kind === 'frozen';
}

/** A form post that stores a cookie: works without JavaScript, and the next page has the chosen colors. */
function ThemeSwitch({ theme }: { theme: Theme }) {
  return (
    <form method="post" action="/preferences/theme" className="cluster">
      <span>Appearance</span>
      <span className="segmented" role="group" aria-label="Appearance">
        {themes.map(({ value, label }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={theme === value}>
            {label}
          </button>
        ))}
      </span>
    </form>
  );
}
