import type { Page } from '@playwright/test';
import { listOffences } from './inspect-html.ts';

/** What a page did that it may not do, in words. */
export type Watch = { incidents: string[] };

/** Notes dialogs, new windows, and requests to anywhere but `origin`. Must be there before the page is opened. */
export function watchPage(page: Page, origin: string): Watch {
  const incidents: string[] = [];
  page.on('dialog', (dialog) => {
    incidents.push(`dialog '${dialog.message()}'`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => incidents.push(`window ${popup.url()}`));
  page.on('websocket', (socket) => incidents.push(`socket ${socket.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) incidents.push(`request ${request.url()}`);
  });
  return { incidents };
}

/** What in an open page of the site may not be there, in words. */
export async function inspectPage(page: Page): Promise<string[]> {
  const { faults, prose } = await page.evaluate(inspect);
  return [...faults, ...prose.flatMap(listOffences)];
}

/** Runs in the browser. */
function inspect(): { faults: string[]; prose: string[] } {
  const all = [...document.querySelectorAll('*')];
  const handlers = all.filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on') || name === 'style'),
  );
  const scripts = [...document.scripts].filter(
    ({ src, nonce, type }) =>
      !nonce && !src.startsWith(`${location.origin}/`) && type !== 'application/ld+json',
  );
  // What tells search engines of the page does not run, and has to be one object to its end.
  const told = [...document.querySelectorAll('script[type="application/ld+json"]')].filter((script) => {
    try {
      return !JSON.parse(script.textContent)['@context'];
    } catch {
      return true;
    }
  });
  const strangers = [
    ...document.querySelectorAll(
      'iframe, object, embed, base, meta[http-equiv], math, template, applet, frameset',
    ),
  ];
  const calendar = `webcal://${location.host}/events.ics`;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    ({ href, protocol, host, target, rel }) =>
      (href.split('?')[0] !== calendar && !/^(?:https?|mailto|tel):$/.test(protocol)) ||
      (/^http/.test(protocol) &&
        host !== location.host &&
        !(target === '_blank' && rel.includes('noopener'))),
  );
  const forms = [...document.forms].filter(({ method, ownerDocument, attributes }) => {
    const action = new URL(attributes.getNamedItem('action')?.value ?? '', ownerDocument.baseURI);
    return action.origin !== location.origin || !/^(?:get|post|dialog)$/.test(method);
  });
  // The site's own words at the end of a link that leaves, and only these.
  for (const hint of document.querySelectorAll('.prose a > span.vh:last-child'))
    if (hint.outerHTML === '<span class="vh"> (opens in a new tab)</span>') hint.remove();
  // A picture that is seen at once is fetched at once: the page says so, not the sanitizer.
  const first = document.querySelector('.prose img[fetchpriority="high"]:not([loading])');
  first?.removeAttribute('fetchpriority');
  first?.setAttribute('loading', 'lazy');
  const main = document.querySelector('main');
  // In the admin area it is beside the menu.
  const frame = main?.parentElement?.matches('body > .admin') ? main.parentElement : main;
  const whole = frame?.parentElement === document.body && frame.nextElementSibling?.localName === 'footer';
  return {
    faults: [
      ...('__hit' in window ? ['script'] : []),
      ...(whole ? [] : ['the frame of the page is broken']),
      ...[...handlers, ...scripts, ...told, ...strangers, ...links, ...forms].map((element) =>
        element.outerHTML.slice(0, 200),
      ),
    ],
    prose: [...document.querySelectorAll('.prose:not(:has(.source), [contenteditable])')].map(
      (element) => element.innerHTML,
    ),
  };
}
