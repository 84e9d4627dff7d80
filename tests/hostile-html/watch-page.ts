import type { Page } from '@playwright/test';

/** What a page did that it may not do, in words. */
export type Watch = { incidents: string[] };

/**
 * Notes dialogs, new windows, and requests to anywhere but `origin`, which are stopped. Must be there before the page
 * is opened; every request of the page passes through `answer` first, which may answer it.
 */
export async function watchPage(page: Page, origin: string): Promise<Watch> {
  const incidents: string[] = [];
  page.on('dialog', (dialog) => {
    incidents.push(`dialog '${dialog.message()}'`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => incidents.push(`window ${popup.url()}`));
  page.on('websocket', (socket) => incidents.push(`socket ${socket.url()}`));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url.startsWith(`${origin}/`)) return route.fallback();
    incidents.push(`request ${url}`);
    return route.abort();
  });
  return { incidents };
}
