import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { untilSettled } from './until-settled.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with all violations that axe finds. Without `path` the current page is checked. */
export async function expectAccessible(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await untilSettled(page);
  await expectNoViolations(page, new AxeBuilder({ page }).withTags(RULES));
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
    await expectAccessible(page);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await untilSettled(page);
  await expectNoViolations(page, new AxeBuilder({ page }).withRules('color-contrast'));
}

async function expectNoViolations(page: Page, examination: AxeBuilder): Promise<void> {
  const { violations } = await examination.analyze();
  expect(
    violations.map(({ id, nodes }) => `${page.url()}: ${id} at ${nodes.map(({ html }) => html).join(', ')}`),
  ).toEqual([]);
}
