import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { layOutSampleTown } from '../../commands/sample-town/lay-out-sample-town.ts';
import { everyElement } from '../every-element.ts';
import { expect, signInAsAdministrator, test } from '../journey.ts';

test.use({ share: 'writing' });

/** As browsers show it: white space between blocks disappears, and becomes one space within a line. */
function settled(html: string): string[] {
  const block =
    /\s*(<\/?(?:p|hr|h[2-4]|ul|ol|li|dl|dt|dd|blockquote|pre|fig\w+|table|caption|thead|tbody|tfoot|tr|th|td|br|img)\b[^>]*>)\s*/g;
  return sanitize(html)
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .flatMap((part) =>
      part.startsWith('<pre>') ? part : part.replace(/\s+/g, ' ').replace(block, '\n$1').split('\n'),
    )
    .filter((line) => line.trim() !== '');
}

test('the editor preserves everything the site stores, and edits captions, tables and quotes', async ({
  page,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.setViewportSize({ width: 390, height: 700 });
  const town = { title: 'Maple Hollow Commons', timeZone: 'America/New_York' };
  const { polls: _, ...written } = layOutSampleTown({
    now: Date.parse('2026-11-20T22:00:00Z'),
    town,
    siteUrl: '',
  });
  const stored = sanitize(
    [everyElement, ...Object.values(written).flatMap((items) => items.map((item) => item.description))].join(
      '',
    ),
  );
  const editor = page.getByRole('textbox', { name: 'Formatted text' });
  const field = page.locator('textarea[name=description]');
  const fill = async (html: string) => {
    await field.evaluate((textarea: HTMLTextAreaElement, text) => {
      textarea.value = text;
      textarea.dispatchEvent(new Event('input'));
    }, html);
  };
  await editor.click();
  await fill(`<p>First</p>${stored}Loose words`);
  await editor.locator('p').first().click();
  await page.keyboard.press('Home');
  await page.keyboard.type('!');
  await expect
    .poll(async () => settled(await field.inputValue()))
    .toEqual(settled(`<p>!First</p>${stored}<p>Loose words</p>`));
  // All of the sample town can be edited except its lists of terms; every-element.ts has nine blocks that can't.
  await expect(editor.locator('kept-block:not(:has(> dl))')).toHaveCount(9);

  const toolbar = page.getByRole('group', { name: 'Formatting' });
  await editor.locator('p').last().click();
  await expect(toolbar).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
  const expectText = (html: string) => expect(field).toHaveValue(html);
  await fill(
    '<dl><dt>Kept</dt><dd>whole</dd></dl><figure><img src="/illustrations/green.svg" alt=""></figure>',
  );
  await editor.locator('figcaption').click();
  await page.keyboard.type('The green');
  await editor.locator('dl').click();
  await expect(editor.locator('kept-block')).toHaveClass(/selectednode/);
  await page.keyboard.press('Delete');
  await editor.locator('figcaption').click();
  const figure =
    '<figure><img src="/illustrations/green.svg" alt=""><figcaption>The green</figcaption></figure>';
  await expectText(figure);
  await expect(toolbar.getByRole('button', { name: 'Heading, H2' })).toBeDisabled();
  await page.keyboard.press('Control+Alt+2');
  await expectText(figure);
  await page.keyboard.press('Enter');
  await press('Table');
  await page.keyboard.type('Sizes');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Size');
  await press('Add row');
  await press('Add column');
  await expect(editor.locator('tr')).toHaveCount(4);
  await expect(editor.locator('tr').first().locator('th')).toHaveCount(4);
  for (const name of ['Remove column', 'Undo', 'Redo']) await press(name);
  await expect(editor.locator('tr').first().locator('th')).toHaveCount(3);
  await press('Remove row');
  await expect(editor.locator('tr')).toHaveCount(3);
  await fill(
    '<table><caption>Sizes</caption><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td>9</td></tr></tbody></table>',
  );
  await editor.locator('td').click();
  await press('Add row');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('10');
  await press('Caption');
  await page.keyboard.type(' of shoe');
  await expectText(
    '<table><caption>Sizes of shoe</caption><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td>9</td></tr><tr><td>10</td></tr></tbody></table>',
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(/of shoe/);
  await press('Remove table');
  await expectText('');
  await fill('<blockquote><p>Wait.</p></blockquote>');
  await editor.locator('blockquote p').click();
  await press('Quote source');
  await page.keyboard.type('Ned Haskell');
  await expectText('<blockquote><p>Wait.</p><cite>Ned Haskell</cite></blockquote>');
  await press('Quote');
  await expectText('<p>Wait.</p><p>Ned Haskell</p>');
});

test('Bold and Italic show what the next letter will be, and nothing before the text has the focus', async ({
  page,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  const editor = page.getByRole('textbox', { name: 'Formatted text' });
  const field = page.locator('textarea[name=description]');
  const toolbar = page.getByRole('group', { name: 'Formatting' });
  const bold = toolbar.getByRole('button', { name: 'Bold', exact: true });
  const italic = toolbar.getByRole('button', { name: 'Italic', exact: true });
  const expectPressed = async (isBold: boolean, isItalic: boolean) => {
    await expect(bold).toHaveAttribute('aria-pressed', `${isBold}`);
    await expect(italic).toHaveAttribute('aria-pressed', `${isItalic}`);
  };
  await expect(editor).toBeVisible();
  await field.evaluate((textarea: HTMLTextAreaElement) => {
    textarea.value = '<p><strong>Loud</strong></p>';
    textarea.dispatchEvent(new Event('input'));
  });
  await expect(editor).toHaveText('Loud');
  await expectPressed(false, false);
  await editor.click();
  await page.keyboard.press('Control+End');
  await expectPressed(true, false);
  await page.keyboard.press('Control+b');
  await expectPressed(false, false);
  await page.keyboard.press('Control+i');
  await expectPressed(false, true);
  await bold.click();
  await expectPressed(true, true);
  await bold.click();
  await expectPressed(false, true);
  await page.keyboard.type('er');
  await expect(field).toHaveValue('<p><strong>Loud</strong><em>er</em></p>');
  await page.keyboard.press('Alt+F10');
  await expect(bold).toBeFocused();
  await expectPressed(false, true);
  await page.getByLabel('Title').focus();
  await expectPressed(false, false);
});
