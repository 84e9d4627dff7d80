import type { Frame, Page } from '@playwright/test';
import { type FoundElement, offencesOf } from './inspect-html.ts';

const ORIGIN = 'http://bare.test';
const AT_ONCE = 60;

/** The document in which a snippet stands: without any policy, with something around the box that must stay as it is. */
const before =
  '<!doctype html><html><head><meta charset="utf-8"><title>t</title></head><body><main><article><div id="box">';
const after =
  '</div><p id="after">after</p></article></main><footer id="foot"><div>foot</div></footer></body></html>';

type Seen = { ran: boolean; intact: boolean; elements: FoundElement[]; outside: number };

/**
 * Opens every snippet in a document of its own, all in one page, and answers for each what it did that it may not do,
 * in words: a script, a dialog, a request, a navigation, a change to what is around it, elements that are not allowed.
 */
export async function runInFrames(page: Page, snippets: string[]): Promise<string[][]> {
  const incidents: string[][] = snippets.map(() => []);
  await stopRequests(page, incidents);
  page.on('dialog', (dialog) => dialog.dismiss());
  await page.goto(`${ORIGIN}/`);
  for (let first = 0; first < snippets.length; first += AT_ONCE) {
    const documents = snippets.slice(first, first + AT_ONCE).map((html) => `${before}${html}${after}`);
    const seen = await page.evaluate(inspectInFrames, { documents, first });
    for (const [index, one] of seen.entries()) {
      incidents[first + index]?.push(...(one ? incidentsOf(one) : ['navigation']));
    }
  }
  return incidents;
}

async function stopRequests(page: Page, incidents: string[][]): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.url() === `${ORIGIN}/`)
      return route.fulfill({ contentType: 'text/html', body: '<title>frames</title>' });
    const index = indexOf(request.frame());
    if (request.url().startsWith(`${ORIGIN}/`) && !request.isNavigationRequest())
      return route.fulfill({ status: 404 });
    incidents[index]?.push(`request ${request.url().slice(0, 200)}`);
    return route.abort();
  });
}

/** A snippet may have opened frames in its frame. */
function indexOf(frame: Frame): number {
  const parent = frame.parentFrame();
  if (!parent) return -1;
  return parent.parentFrame() ? indexOf(parent) : Number(frame.name());
}

/** Runs in the browser: null for a frame that left its document. */
async function inspectInFrames({
  documents,
  first,
}: {
  documents: string[];
  first: number;
}): Promise<(Seen | null)[]> {
  const frames = documents.map((srcdoc, index) => {
    const frame = document.createElement('iframe');
    // Small, so that all are in sight and lazy pictures are asked for.
    Object.assign(frame, { name: String(first + index), srcdoc, width: 60, height: 40 });
    return frame;
  });
  await Promise.all(
    frames.map(
      (frame) =>
        new Promise((resolve) => {
          frame.addEventListener('load', resolve);
          // Hostile ones may never finish loading.
          setTimeout(resolve, 3000);
          document.body.append(frame);
        }),
    ),
  );
  // What happens on load, on focus and in the first frames of an animation has happened by then.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const seen = frames.map(inspect);
  for (const frame of frames) frame.remove();
  return seen;

  function inspect({ contentDocument: page, contentWindow }: HTMLIFrameElement): Seen | null {
    if (!page || !contentWindow || contentWindow.location.href !== 'about:srcdoc') return null;
    const box = page.querySelector('#box');
    const sibling = page.querySelector('#after');
    const foot = page.querySelector('#foot');
    const intact =
      box?.nextSibling === sibling &&
      sibling?.parentNode?.childNodes.length === 2 &&
      sibling.outerHTML === '<p id="after">after</p>' &&
      foot?.parentNode === page.body &&
      foot.innerHTML === '<div>foot</div>' &&
      page.body.attributes.length + page.documentElement.attributes.length === 0;
    // What a page puts in by script is read as a fragment: that must change nothing either, nor a second time.
    const copy = page.createElement('div');
    copy.innerHTML = box?.innerHTML ?? '';
    copy.innerHTML = String(copy.innerHTML);
    page.body.append(copy);
    const elements = [...(box?.querySelectorAll('*') ?? []), ...copy.querySelectorAll('*')].map(
      (element) => ({
        name: element.localName,
        attributes: Object.fromEntries(
          element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? '']),
        ),
      }),
    );
    const ran = '__hit' in contentWindow || '__hit' in window;
    return { ran, intact, elements, outside: page.querySelectorAll('*').length - elements.length };
  }
}

function incidentsOf({ ran, intact, elements, outside }: Seen): string[] {
  return [
    ...(ran ? ['script'] : []),
    ...(intact ? [] : ['broke out of its box']),
    // html, head, meta, title, body, main, article, box, after, footer and its division, copy.
    ...(outside === 12 ? [] : [`${outside} elements around it`]),
    ...elements.flatMap(offencesOf),
  ];
}
