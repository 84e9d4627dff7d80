import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { hasChanged, isDeepRun } from './rounds.ts';
import { untilQuiet } from './until-quiet.ts';

const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** What axe examines. */
type Rules = { type: 'tag' | 'rule'; values: string[]; except?: string };

const ALL: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Colors are the same at every width, and take the longest to examine. */
const OTHER_WIDTH: Rules = { ...ALL, except: 'color-contrast' };

/** Whether what a page shows may have changed. */
export const isEveryLook = isDeepRun || hasChanged(['app']);

const CONTRAST: Rules = { type: 'rule', values: ['color-contrast'] };

/** Fails with all violations that axe finds. Without `path` the current page is checked. */
export async function expectAccessible(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await expectNoViolations(page, ALL);
}

/** Opens the page once, and examines it as `expectEveryLook` does. */
export async function expectAccessibleInEveryLook(page: Page, path: string, widths: number[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path);
  await expectEveryLook(page, widths);
}

/**
 * Fails where the current page scrolls sideways at one of the widths, and with what axe finds at fault in light colors
 * at the first one; at each if something under `app/` has changed or with `--deep`. The contrast of text is examined in
 * light colors at the first width, and in dark colors, which stay, at the last.
 */
export async function expectEveryLook(page: Page, widths: number[]): Promise<void> {
  for (const [at, width] of widths.entries()) {
    await expectNoExcess(page, width);
    if (at === 0) await expectNoViolations(page, ALL);
    else if (isEveryLook) await expectNoViolations(page, OTHER_WIDTH);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, CONTRAST);
}

/** Fails where the current page, `width` pixels wide, scrolls sideways. */
export async function expectNoExcess(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await untilQuiet(page);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
}

/** Loads axe once per page: that takes as long as an examination. Chromium keeps what it has compiled for the next page. */
async function expectNoViolations(page: Page, rules: Rules): Promise<void> {
  await untilQuiet(page);
  if (!(await page.evaluate(() => 'axe' in window))) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Runtime.evaluate', { expression: `${source};0` });
    await devtools.detach();
  }
  const found = await page.evaluate(examine, rules);
  expect(found.map((violation) => `${page.url()}: ${violation}`)).toEqual([]);
}

/** Runs in the browser. */
async function examine({ except, ...runOnly }: Rules): Promise<string[]> {
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const rules = except ? { [except]: { enabled: false } } : {};
  const options = {
    runOnly,
    rules,
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    preload: false,
  };
  const { violations } = await loaded.run(document, options as Parameters<typeof loaded.run>[1]);
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(', ')}`);
}
