import type { ReactNode } from 'react';
import type { Collection } from '#app/items/collection/collection.ts';
import type { Viewer } from '#app/people/accounts/viewer.ts';
import type { Theme } from '#app/people/request/context.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon, Mark } from '#app/platform/ui/icon.tsx';
import { InsertedHtml } from '#app/platform/ui/inserted-html.tsx';
import type { ReadOnly } from '#app/town/read-only.ts';
import { ReadOnlyLine } from './read-only-line.tsx';

/** A page of the town in the menu or the footer. */
export type PageLink = { href: string; title: string };

type Section = Pick<Collection, 'name' | 'singular' | 'heading'>;

/** What the frame of every page shows. `viewer` decides which links appear; the server decides what they open. */
export type FrameFacts = {
  title: string;
  url: string;
  place: string;
  /** The collections, in the order of the navigation. */
  sections: Section[];
  /** What follows the sections: the meetings, and the pages that the town has put into the menu. */
  pages: PageLink[];
  /** What the footer contains. */
  footer: SafeHtml;
  today: { day: string; text: string; lang?: string | undefined };
  /** The path of the logo up to its side ('-64.webp'), or ''. */
  logo: string;
  /** The path of the site's share image. */
  shareImage: string;
  viewer: Viewer['kind'];
  /** Works on the site; is an editor or the administrator; is the administrator. */
  isStaff?: true | undefined;
  isEditor?: true | undefined;
  isAdmin?: true | undefined;
  theme: Theme;
  /** The urgent notices as HTML (`notice-bands.tsx`), the worst first. */
  notices?: SafeHtml | undefined;
  /** What the user has just done, said once. */
  notice?: string | undefined;
  /** Why nothing can be changed: the frame says so, and has nothing that sends something. */
  readOnly?: Pick<ReadOnly, 'kind' | 'sentence' | 'bar'> | undefined;
};

type FrameProps = {
  facts: FrameFacts;
  section: string | undefined;
  path: string;
  front: boolean;
  children: ReactNode;
};

/** Header, navigation, the page itself and the footer. */
export function Frame({ facts, section, path, front, children }: FrameProps) {
  const isStatic = facts.readOnly?.kind === 'static';
  return (
    <>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      {facts.notices ? <InsertedHtml html={facts.notices} /> : null}
      <header className={front ? 'masthead masthead--front' : 'masthead'}>
        <Nameplate facts={facts} path={path} />
        <MainNavigation facts={facts} section={section} path={path} />
      </header>
      {facts.readOnly && !isStatic ? <ReadOnlyLine {...facts.readOnly} path={path} /> : null}
      {facts.notice ? (
        <div className="wrap mt">
          <Alert tone="success">{facts.notice}</Alert>
        </div>
      ) : null}
      {children}
      <Footer html={facts.footer} path={path} />
      <div id="end" hidden />
    </>
  );
}

function Nameplate({ facts, path }: { facts: FrameFacts; path: string }) {
  const isStatic = facts.readOnly?.kind === 'static';
  return (
    <div className="wrap masthead__row">
      <a className="brand" href="/articles">
        {facts.logo ? <Logo stem={facts.logo} /> : <Mark />}
        <span>{facts.title}</span>
      </a>
      <p className="masthead__date">
        <time dateTime={facts.today.day} lang={facts.today.lang}>
          {facts.today.text}
        </time>
        <br />
        {facts.place}
      </p>
      {path === '/search' || isStatic ? null : <SearchBox />}
      <nav className="masthead__account" aria-label={isStatic ? 'Search' : 'Account'}>
        {path === '/search' ? null : <SearchLink isStatic={isStatic} />}
        <AccountLinks {...facts} />
      </nav>
    </div>
  );
}

function AccountLinks({ viewer, readOnly }: FrameFacts) {
  if (viewer === 'visitor')
    return readOnly && readOnly.kind !== 'frozen' ? null : (
      <a href="/login">
        <span className="keep">Login</span>
      </a>
    );
  return (
    <>
      <a href="/account">
        <Icon name="person" />
        <span>Account</span>
      </a>
      <a href="/logout">
        <span className="keep">Logout</span>
      </a>
    </>
  );
}

/** The title is next to it, so it needs no alternative text. */
function Logo({ stem }: { stem: string }) {
  return (
    <img
      className="mark"
      src={`${stem}-64.webp`}
      srcSet={`${stem}-64.webp 1x, ${stem}-128.webp 2x`}
      width="64"
      height="64"
      alt=""
    />
  );
}

/** Replaces the box on phones, whose header is one row, and where no server can search. */
function SearchLink({ isStatic }: { isStatic: boolean }) {
  return (
    <a className={isStatic ? undefined : 'masthead__find'} href="/search">
      <Icon name="search" />
      <span>Search</span>
    </a>
  );
}

/** On every page except the search page, which has its own. Works without JavaScript. */
function SearchBox() {
  return (
    <div role="search" aria-label="Whole site" className="masthead__search">
      <form method="get" action="/search" className="searchbar">
        <label className="vh" htmlFor="site-search">
          Search this site
        </label>
        <input className="input" id="site-search" name="q" type="search" placeholder="Search" />
        <button className="button" type="submit">
          <Icon name="search" />
          <span className="vh">Search</span>
        </button>
      </form>
    </div>
  );
}

function MainNavigation({ facts, section, path }: Pick<FrameProps, 'facts' | 'section' | 'path'>) {
  return (
    <nav className="nav" aria-label="Main">
      <ul className="wrap">
        {facts.sections.map(({ name, heading }) => (
          <li key={name} data-section={name}>
            <a href={`/${name}`} aria-current={currentMark(name, section, path)}>
              {heading}
            </a>
          </li>
        ))}
        {facts.pages.map(({ href, title }) => (
          <li key={href}>
            <a href={href} aria-current={menuMark(href, path)}>
              {title}
            </a>
          </li>
        ))}
        {facts.isStaff ? (
          <li className="end">
            <a
              href="/admin"
              aria-current={path === '/admin' ? 'page' : path.startsWith('/admin/') ? 'true' : undefined}
            >
              Admin
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

function currentMark(name: string, section: string | undefined, path: string) {
  if (path === `/${name}`) return 'page';
  return section === name && !path.startsWith('/admin') ? 'true' : undefined;
}

function menuMark(href: string, path: string) {
  if (path === href) return 'page';
  return path.startsWith(`${href}/`) ? 'true' : undefined;
}

/** The footer is HTML (`footer.tsx`), so that the script of hydrated pages need not draw it. */
function Footer({ html, path }: { html: SafeHtml; path: string }) {
  const current = html.replace(` href="${path}"`, '$& aria-current="page"') as SafeHtml;
  return (
    <footer className="footer">
      <InsertedHtml className="wrap" html={current} />
    </footer>
  );
}
