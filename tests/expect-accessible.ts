import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with all violations that axe finds. Without `path` the current page is checked. */
export async function expectAccessible(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${page.url()}: ${id} at ${nodes.map(({ html }) => html).join(', ')}`),
  ).toEqual([]);
}
