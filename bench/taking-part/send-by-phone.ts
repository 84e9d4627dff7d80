import type { Locator, Page } from '@playwright/test';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { withBrowser } from '../browser.ts';

/** How fast a person is who types on a phone without hurry. */
export const PACE = { tapMs: 1500, characterMs: 333 };

/** A date is chosen in the phone's own calendar: the day and Set; a time with its two wheels and Set. */
const CALENDAR_TAPS = 2;
const CLOCK_TAPS = 3;

export type Sent = { taps: number; keys: number; seconds: number };

/** Suggests an event in Chromium as a phone of 390 pixels, from the list of events to the private link. */
export function sendByPhone({ url }: { url: string }): Promise<Sent> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      ...{ isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
    });
    const page = await context.newPage();
    await page.goto(`${url}/events`);
    return send(page);
  });
}

async function send(page: Page): Promise<Sent> {
  const startedAt = performance.now();
  const count = { taps: 0, keys: 0 };
  const tap = async (target: Locator) => {
    await page.waitForTimeout(PACE.tapMs);
    await target.tap();
    count.taps++;
  };
  const type = async (label: string, text: string) => {
    await tap(page.getByLabel(label));
    await page.keyboard.type(text, { delay: PACE.characterMs });
    count.keys += text.length;
  };
  const choose = async (label: string, value: string, taps: number) => {
    await tap(page.getByLabel(label));
    await page.waitForTimeout(taps * PACE.tapMs);
    await page.getByLabel(label).fill(value);
    count.taps += taps;
  };
  await tap(page.getByRole('link', { name: 'Send us an event' }));
  await type('What’s it called?', 'Story swap for the long nights');
  await choose('Date', new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10), CALENDAR_TAPS);
  await choose('Time', '19:00', CLOCK_TAPS);
  await type('Where?', 'The Copper Kettle, Main Street');
  await type('What should people know?', 'Bring a true story. Soup and bread are free. Ages 12 and up.');
  await tap(page.getByRole('button', { name: 'Send' }));
  await page.getByLabel('Your private link').waitFor();
  return { ...count, seconds: (performance.now() - startedAt) / 1000 };
}
