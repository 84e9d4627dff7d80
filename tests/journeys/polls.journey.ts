import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { expect, longTest, onEachDatabase, signInAsAdministrator, test } from '../journey.ts';

test.slow();

// Each journey votes in a poll of its own, or withdraws its vote.
test.use({ share: 'polls' });

const POLL = '/polls/sample-winter-rink';

async function castByKeyboard(page: Page, poll = POLL) {
  await page.goto(poll);
  const first = page.getByRole('radio').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // Arrow keys choose; only the button submits.
  await expect(page).toHaveURL(poll);
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Vote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Thank you. Your vote is counted.');
}

/** A screen reader's view, line by line, for the documentation: written to TREES. */
async function keepTree(page: Page, name: string) {
  const folder = process.env.TREES;
  if (!folder) return;
  const session = await page.context().newCDPSession(page);
  const { root } = (await session.send('DOM.getDocument')) as { root: { nodeId: number } };
  const { nodeId } = (await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main' })) as {
    nodeId: number;
  };
  const { node } = (await session.send('DOM.describeNode', { nodeId })) as {
    node: { backendNodeId: number };
  };
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((each) => [each.nodeId, each]));
  const lines: string[] = [];
  const walk = (id: string, depth: number) => {
    const each = byId.get(id);
    if (!each) return;
    const role = String(each.role?.value ?? '');
    const isShown = !each.ignored && !['none', 'generic', 'InlineTextBox', 'LineBreak'].includes(role);
    const states = (each.properties ?? [])
      .filter(({ name: property }) => ['checked', 'required', 'focused', 'live'].includes(property))
      .map(({ name: property, value }) => `${property}=${String(value.value)}`);
    if (isShown)
      lines.push(
        `${'  '.repeat(depth)}${role} ${JSON.stringify(each.name?.value ?? '')} ${states.join(' ')}`.trimEnd(),
      );
    for (const child of each.childIds ?? []) walk(child, depth + (isShown ? 1 : 0));
  };
  const start = nodes.find((each) => each.backendDOMNodeId === node.backendNodeId);
  walk(start?.nodeId ?? nodes[0]?.nodeId ?? '', 0);
  writeFileSync(`${folder}/${name}.txt`, `${lines.join('\n')}\n`);
}

/** Asked for, and confirmed. */
async function closePoll(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/polls/${id}/voting`);
  await page.getByRole('link', { name: 'Close the poll' }).click();
  await page.getByRole('button', { name: 'Close the poll' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
}

onEachDatabase(() => {
  test('a user votes by keyboard, changes the vote and withdraws it', async ({ page }) => {
    await signInAsAdministrator(page);
    await page.goto(POLL);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await keepTree(page, 'ballot');
    await castByKeyboard(page);
    await expect(page.getByRole('status')).toBeFocused();
    await keepTree(page, 'result');
    const table = page.getByRole('table', { name: 'Results, 118 votes' });
    await expect(table.getByRole('row').filter({ hasText: 'Your vote' })).toContainText('23 votes');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Change your vote' }).click();
    await expect(table.getByRole('row').filter({ hasText: 'Your vote' })).toContainText(
      'Yes, and I will hold a hose',
    );
    await page.getByRole('button', { name: 'Withdraw your vote' }).click();
    await expect(page.getByRole('status')).toBeFocused();
    await expect(page.getByRole('status')).toHaveText('Your vote has been withdrawn.');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a user votes, and finds the ballot once the poll is closed', async ({ page }) => {
    await signInAsAdministrator(page);
    await castByKeyboard(page, '/polls/sample-plow-name');
    const receipt = (await page.locator('code').first().textContent()) ?? '';
    await closePoll(page, 'sample-plow-name');
    await page.goto('/polls/sample-plow-name');
    await expect(page.getByText('The poll was closed early')).toBeVisible();
    await page.getByRole('link', { name: 'See and recount the ballots' }).click();
    await expect(page.getByRole('rowheader', { name: receipt })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recount' })).toBeHidden();
  });
});

test('a browser recounts the ballots of a closed poll', async ({ page }) => {
  await signInAsAdministrator(page);
  await castByKeyboard(page, '/polls/sample-bus-shelter');
  await closePoll(page, 'sample-bus-shelter');
  await page.goto('/polls/sample-bus-shelter/ballots');
  await page.getByRole('button', { name: 'Recount in this browser' }).click();
  await expect(page.getByText('The SHA-256 hash of the list matches the one on this page.')).toBeVisible();
  await expect(page.getByText('137 ballots, each with its own receipt.')).toBeVisible();
  await expectAccessible(page);
});

test('results are visible in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAsAdministrator(page);
  await castByKeyboard(page, '/polls/sample-library-attic');
  const bar = page.locator('.results .top rect');
  const fill = await bar.evaluate((element) => getComputedStyle(element).fill);
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(fill).not.toBe(paper);
});

test('the administrator reopens, copies and archives a poll with forms', async ({ page }) => {
  await signInAsAdministrator(page);
  const voting = '/admin/polls/sample-winter-rink/voting';
  await closePoll(page, 'sample-winter-rink');
  await page.getByRole('link', { name: 'Reopen the poll' }).click();
  await page.getByLabel('Reason').fill('Half the town was away.');
  await page.getByLabel('New option 1').fill('=Ask again');
  await page.getByRole('button', { name: 'Reopen the poll' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  await page.goto(POLL);
  await expect(page.getByText('Half the town was away. New options: “=Ask again”.')).toBeVisible();
  const csv = await page.request.get('/admin/polls/sample-winter-rink/results.csv');
  expect(await csv.text()).toContain("\r\n'=Ask again,0,0\r\n");
  await page.goto(voting);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Should the green have a winter rink? (copy)');
  await closePoll(page, 'sample-winter-rink');
  await page.getByRole('link', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  await page.goto('/polls');
  await expect(
    page.getByRole('link', { name: 'Should the green have a winter rink?', exact: true }),
  ).toHaveCount(0);
});

test.describe('of all kinds', () => {
  test.use({ share: undefined });

  longTest(
    'ballot, result, ballots, embed and forms are accessible and do not scroll sideways, light and dark',
    async ({ page, baseURL }) => {
      await signInAsAdministrator(page);
      await page.request.post('/polls/sample-bus-shelter/vote', {
        form: {},
        headers: { Origin: `${baseURL}` },
      });
      await castByKeyboard(page);
      await closePoll(page, 'sample-plow-name');
      for (const path of [
        '/polls',
        '/polls/sample-bus-shelter',
        `${POLL}/vote?cast`,
        `${POLL}/results`,
        `${POLL}/embed`,
        '/polls/sample-plow-name',
        '/polls/sample-plow-name/ballots',
        '/admin/polls/sample-winter-rink/voting',
        '/admin/polls/sample-winter-rink/closing',
        '/admin/polls/sample-plow-name/reopening',
        '/admin/polls/sample-winter-rink',
      ])
        await expectAccessibleInEveryLook(page, path, [1280, 320]);
    },
  );
});
