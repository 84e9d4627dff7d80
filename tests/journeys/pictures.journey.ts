import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '../expect-accessible.ts';
import { administratorEnvironment, expect, longTest, signInAsAdministrator, test } from '../journey.ts';
import { certificate } from '../loopback-certificate.ts';
import { listenSecurely } from '../outbound-servers.ts';
import { pictureFile } from '../pictures.ts';
import { untilQuiet } from '../until-quiet.ts';

// The first journey finds the library empty.
test.use({ share: 'pictures' });

/** As a browser gets it from a camera, the clipboard or a folder. */
async function file(name: string, width: number) {
  return { name, mimeType: 'image/jpeg', buffer: await pictureFile('jpeg', width, 600) };
}

test('pictures are uploaded, described, chosen and dropped into a text, and readers see them', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/pictures');
  const input = page.getByLabel('Picture', { exact: true });
  await expect(input).toHaveAttribute('accept', /^image\//);
  await expect(input).not.toHaveAttribute('capture', /./);
  const uploads = page.getByRole('list', { name: 'Uploads' });

  // The connection is lost, and comes back.
  await untilQuiet(page);
  await context.setOffline(true);
  await input.setInputFiles([await file('snow.jpg', 900), await file('bridge.jpg', 800)]);
  await expect(uploads.getByText('The connection was lost.')).toHaveCount(2);
  await context.setOffline(false);
  await expect(uploads.getByText('Added')).toHaveCount(2);
  await expect(page.getByText(/^2 pictures, /)).toBeVisible();
  await expect(page.getByText('No alternative text', { exact: true })).toHaveCount(2);
  await page.route('**/api/v1/pictures', (route) => route.abort(), { times: 1 });
  const pasted = await file('pasted.jpg', 750);
  await page.locator('body').evaluate((body, base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted.buffer.toString('base64'));
  await uploads.getByRole('button', { name: /^Try again.*pasted/ }).click();
  await expect(uploads.getByText('Added')).toHaveCount(3);
  await expect(page.getByText(/^3 pictures, /)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('The plow crew');
  const choose = page.getByRole('button', { name: 'Choose from the library' });
  // Until the script arrives, it leads to a page of its own.
  await expect(choose).toHaveAttribute('type', 'button');
  await choose.click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByText('snow.jpg').click();
  await dialog.getByLabel('Alternative text').fill('A plow at night');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('img', { name: 'Current picture: A plow at night' })).toBeVisible();

  // What is said about it is a part of the form.
  const lead = page.getByRole('group', { name: 'Picture', exact: true });
  await expect(lead.getByRole('button', { name: 'Replace' })).toBeFocused();
  await expect(lead.getByLabel('Alternative text')).toHaveValue('A plow at night');
  await lead.getByLabel('Alternative text').fill('A plow at night on Ridge Road');
  await lead.getByText('Focal point', { exact: true }).click();
  await lead.getByRole('radio', { name: 'Top left' }).check();
  await expectAccessible(page);

  const editor = page.getByRole('textbox', { name: 'Formatted text' });
  await editor.click();
  await page.keyboard.type('At ten past two');
  const dropped = await file('valley.jpg', 700);
  await editor.evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'valley.jpg', { type: 'image/jpeg' }));
    const { left, top } = element.getBoundingClientRect();
    const at = { clientX: left + 40, clientY: top + 20, bubbles: true, cancelable: true };
    element.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }));
  }, dropped.buffer.toString('base64'));
  await page.keyboard.type(' the town garage smells of diesel.');
  const added = page.getByRole('group', { name: 'Added picture' });
  await added.getByLabel('Alternative text').fill('The valley under snow');
  await added.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByRole('img', { name: 'The valley under snow' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // With the keyboard alone: the picture is selected, moved, given a caption and a width, and replaced.
  await page.keyboard.press('Control+End');
  await page.keyboard.type('The storm came at six.');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  const tools = page.getByRole('group', { name: 'Selected picture' });
  await expect(tools.getByText('valley.jpg')).toBeVisible();
  const press = (name: string) => tools.getByRole('button', { name }).press('Enter');
  await press('Move down');
  await expect(tools.getByRole('button', { name: 'Move down' })).toHaveAttribute('aria-disabled', 'true');
  const field = page.locator('textarea[name=description]');
  await expect(field).toHaveValue(/six\.<\/p><figure><img [^>]*><\/figure>$/);
  await press('Move up');
  await expect(field).toHaveValue(
    /diesel\.<\/p><figure><img [^>]*><\/figure><p>The storm came at six\.<\/p>$/,
  );
  await tools.getByLabel('Caption').fill('Ridge Road');
  await tools.getByLabel('Caption').press('Enter');
  await tools.getByLabel('Width').selectOption('Half width, text wraps');
  await press('Replace');
  await dialog.getByText('bridge.jpg').click();
  await dialog.getByLabel('Alternative text').fill('The covered bridge');
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect(tools.getByRole('button', { name: 'Replace' })).toBeFocused();
  await expect(field).toHaveValue(
    /<figure class="half"><img [^>]*alt="The covered bridge"[^>]*><figcaption>Ridge Road<\/figcaption><\/figure>/,
  );
  await expectAccessible(page);

  const publishing = page.getByRole('region', { name: 'Publishing' });
  await publishing.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('link', { name: 'View', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'The plow crew', exact: true })).toBeVisible();
  await expect(page.getByText('At ten past two the town garage smells of diesel.')).toBeVisible();
  for (const name of ['A plow at night on Ridge Road', 'The covered bridge']) {
    const picture = page.getByRole('img', { name });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
  }
  await expectAccessible(page);
});

longTest('the three pictures of Settings fit on one screen, empty and with pictures', async ({ page }) => {
  await signInAsAdministrator(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/settings');
  await untilQuiet(page);
  const heightOfAll = async () => {
    const [first, last] = [await fieldOf('Logo').boundingBox(), await fieldOf('Share image').boundingBox()];
    return (last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0);
  };
  const fieldOf = (name: string) => page.getByRole('group', { name });
  expect(await heightOfAll()).toBeLessThan(500);
  for (const [at, name] of ['Logo', 'Default event picture', 'Share image'].entries()) {
    await fieldOf(name)
      .getByLabel('Upload a picture')
      .setInputFiles(await file(`p${at}.jpg`, 600 + at));
    await expect(fieldOf(name).getByRole('button', { name: 'Replace' })).toBeVisible();
  }
  await expect(page.getByText('Enter alternative text')).toHaveCount(2);
  expect(await heightOfAll()).toBeLessThan(800);
  await fieldOf('Share image').getByLabel('Alternative text').fill('The green in May');
  await expect(page.getByText('Enter alternative text')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Pictures' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Pictures” was saved.')).toBeVisible();
  await page.reload();
  await expect(fieldOf('Share image').getByLabel('Alternative text')).toHaveValue('The green in May');
  const remove = fieldOf('Logo').getByRole('button', { name: 'Remove' });
  // Until the script arrives, it sends the form.
  await expect(remove).toHaveAttribute('type', 'button');
  await remove.click();
  await expect(fieldOf('Logo').getByLabel('Upload a picture')).toBeFocused();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  longTest(
    'a picture is uploaded with its alternative text, gets a focal point, and is removed',
    async ({ page }) => {
      await signInAsAdministrator(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/admin/news/add');
      const field = page.getByRole('group', { name: 'Picture' });
      await page.getByLabel('Title').fill('The plow crew');
      await page.getByLabel('Description').fill('At ten past two the town garage smells of diesel.');
      const input = page.getByLabel('Picture', { exact: true });
      await expect(input).toBeVisible();
      await input.setInputFiles(await file('plow.jpg', 820));
      await field.getByLabel('Alternative text').fill('A plow at night');
      // Enter in a field saves the form.
      await field.getByLabel('Alternative text').press('Enter');
      await expect(page.getByText('Success!')).toBeVisible();
      await expect(page.getByRole('img', { name: 'Current picture: A plow at night' })).toBeVisible();
      await field.getByText('Focal point', { exact: true }).click();
      await field.getByRole('radio', { name: 'Bottom right' }).check();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByLabel('Title').fill('The plow crew at night');
      await field.getByRole('button', { name: 'Remove' }).click();
      await expect(field.getByLabel('Upload a picture')).toBeVisible();
      await expect(page.getByLabel('Title')).toHaveValue('The plow crew at night');
      await field.getByRole('button', { name: 'choose from the library' }).click();
      await page.getByRole('radio', { name: 'plow.jpg' }).check();
      await page.getByRole('button', { name: 'Use this picture' }).click();
      await field.getByText('Focal point', { exact: true }).click();
      await expect(field.getByRole('radio', { name: 'Bottom right' })).toBeChecked();
    },
  );
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test('a picture that can’t be kept is named at the text, with a button to copy it', async ({ page }) => {
      await signInAsAdministrator(page);
      await page.goto('/admin/news/add');
      await page.getByLabel('Title').fill('The mill');
      const html = '<p>The mill <img src="http://127.0.0.1:9/mill.jpg" alt=""></p>';
      if (javaScriptEnabled) {
        await untilQuiet(page);
        // The browser reports that it does not load the picture.
        page.removeAllListeners('console');
        const editor = page.getByRole('textbox', { name: 'Formatted text' });
        await editor.click();
        await editor.evaluate((element, pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/html', pasted);
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        }, html);
      } else await page.getByLabel('Description').fill(html);
      await page.getByRole('button', { name: /^Save/ }).click();
      const problem = page.locator('#description-error');
      await expect(problem).toContainText(
        'This picture can’t be shown from where it is: http://127.0.0.1:9/mill.jpg.',
      );
      const copy = page.getByRole('button', { name: 'Copy to library' });
      const [text, button, next] = [problem, copy, page.locator('#picture')].map((one) => one.boundingBox());
      expect((await button)?.y).toBeGreaterThan((await text)?.y ?? 0);
      expect((await button)?.y).toBeLessThan((await next)?.y ?? 0);
      await copy.click();
      await expect(page.getByRole('heading', { name: 'Pictures from other sites' })).toBeVisible();
      await expect(page.getByText('http://127.0.0.1:9/mill.jpg')).toBeVisible();
      await page.getByRole('link', { name: 'Back to the news item' }).click();
      await expect(page.getByLabel('Title')).toHaveValue('The mill');
    });
  });
}

/** On a site that may fetch pictures from another server, which has all but `gone.jpg`. */
const linking = test.extend<{ other: string }>({
  other: async ({ browserName: _any }, use) => {
    const [photo, wide] = [await pictureFile('jpeg', 500), await pictureFile('jpeg', 510)];
    await using server = await listenSecurely((request, response) => {
      if (request.url === '/gone.jpg') response.writeHead(404).end();
      else response.end(request.url === '/wide.jpg' ? wide : photo);
    });
    await use(server.url);
  },
});

linking.describe('with another site', () => {
  linking.use({
    environment: async ({ other }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'belfry-certificate-'));
      const file = join(folder, 'certificate.pem');
      await writeFile(file, certificate);
      const { host } = new URL(other);
      await use({ ...administratorEnvironment, FETCH_ALLOW: host, NODE_EXTRA_CA_CERTS: file });
      await rm(folder, { recursive: true });
    },
  });

  linking(
    'pictures of another site are copied with one click, and what was typed stays',
    async ({ page, other }) => {
      await signInAsAdministrator(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const pictures = ['a.jpg', 'gone.jpg', 'wide.jpg'].map(
        (name) => `<p>Text <img src="${other}${name}" alt=""></p>`,
      );
      await page.goto('/admin');
      const { origin } = new URL(page.url());
      const changed = await page.request.patch('/api/v1/articles/sample-library-roof-vote', {
        data: { description: pictures.join('') },
        headers: { Origin: origin },
      });
      expect(changed.status()).toBe(200);
      await page.goto('/admin/articles/sample-library-roof-vote');
      await expect(page.getByText('3 pictures are loaded from other sites.')).toBeVisible();
      await untilQuiet(page);
      await page.getByLabel('Title').fill('Half typed');
      await page.getByRole('button', { name: 'Copy to library' }).click();
      await expect(page.getByRole('heading', { name: 'Pictures from other sites' })).toBeVisible();
      await expect(page.getByText('“Half typed”')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Copy to library' }).click();
      await expect(
        page.getByText('2 pictures were copied to the library. 1 could not be copied'),
      ).toBeVisible();
      await expect(page.getByText('The server returned status 404.')).toBeVisible();
      await expect(
        page.getByRole('list', { name: 'Pictures from other sites' }).getByRole('listitem'),
      ).toHaveCount(1);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByRole('link', { name: 'Back to the article' }).click();
      await expect(page.getByLabel('Title')).toHaveValue('Half typed');
      await expect(page.getByText('1 picture is loaded from other sites.')).toBeVisible();
    },
  );
});

test('buttons with and without an icon are level', async ({ page, site }) => {
  await signInAsAdministrator(page);
  const added = await page.request.post('/api/v1/pictures', {
    headers: { Origin: site.url },
    multipart: { file: await file('level.jpg', 700) },
  });
  const { id } = await added.json();
  await page.goto(`/admin/pictures/${id}`);
  const row = page.locator('.actions').filter({ has: page.getByRole('button', { name: 'Save' }) });
  const tops = await row
    .locator('.button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(1);
  for (const top of tops) expect(top).toBeCloseTo(tops[0] ?? 0, 1);
});
