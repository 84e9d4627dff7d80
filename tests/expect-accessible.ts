import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { untilQuiet } from './until-quiet.ts';

/** What axe examines. */
type Rules = { type: 'tag' | 'rule'; values: string[] };

const ALL: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

const CONTRAST: Rules = { type: 'rule', values: ['color-contrast'] };

/** Fails with all violations that axe finds. Without `path` the current page is checked. */
export async function expectAccessible(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await expectNoViolations(page, ALL);
}

/**
 * Opens the page once and fails with what axe finds at fault in light colors at each width, or where the page scrolls
 * sideways. In dark colors only the contrast of text is examined again, because colors change nothing else.
 */
export async function expectAccessibleInEveryLook(page: Page, path: string, widths: number[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page, ALL);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, CONTRAST);
}

/** Loads axe once per page: that takes longer than most examinations. */
async function expectNoViolations(page: Page, rules: Rules): Promise<void> {
  await untilQuiet(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(examine, rules);
  expect(found.map((violation) => `${page.url()}: ${violation}`)).toEqual([]);
}

/** Runs in the browser. */
async function examine(runOnly: Rules): Promise<string[]> {
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  // axe requests stylesheets, which pages on the disk don't allow.
  const preload = location.protocol !== 'file:';
  const options = { runOnly, resultTypes: ['violations'], selectors: false, iframes: false, preload };
  const { violations } = await loaded.run(document, options as Parameters<typeof loaded.run>[1]);
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(', ')}`);
}
