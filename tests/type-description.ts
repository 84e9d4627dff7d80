import type { Page } from '@playwright/test';

/** Types into the editor, once it has covered the textarea. */
export async function typeDescription(page: Page, text: string) {
  const editor = page.getByRole('textbox', { name: 'Formatted text' });
  await editor.click();
  await editor.pressSequentially(text);
}
