import type { ReactNode } from 'react';
import { SiteContext, type SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { Frame, type FrameFacts } from './frame.tsx';

type SiteDocumentProps = {
  facts: FrameFacts;
  locale: string;
  section: string | undefined;
  path: string;
  front: boolean;
  head: ReactNode;
  scripts?: ReactNode;
  children: ReactNode;
};

/** The whole document of any page: head, frame and the page itself. */
export function SiteDocument({
  facts,
  locale,
  section,
  path,
  front,
  head,
  scripts,
  children,
}: SiteDocumentProps) {
  const { theme, readOnly } = facts;
  const site: SiteFacts = {
    ...facts,
    locale,
    isReadOnly: readOnly !== undefined,
    isFrozen: readOnly?.kind === 'frozen',
    isStatic: readOnly?.kind === 'static',
  };
  return (
    <html lang={languageOfTexts(locale)} data-theme={theme === 'auto' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <ThemeColors theme={theme} />
        {head}
        {/* Painted only when complete: otherwise the footer of a short page would move while it is read. */}
        <link rel="expect" href="#end" blocking="render" />
      </head>
      <body>
        <Frame facts={facts} section={section} path={path} front={front}>
          <SiteContext value={site}>{children}</SiteContext>
        </Frame>
        {scripts}
      </body>
    </html>
  );
}

const PAPER = { light: '#fbfaf7', dark: '#141716' };

function ThemeColors({ theme }: { theme: FrameFacts['theme'] }) {
  if (theme !== 'auto') return <meta name="theme-color" content={PAPER[theme]} />;
  return (
    <>
      <meta name="theme-color" content={PAPER.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={PAPER.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}
