import sharp from 'sharp';
import { expect, test } from 'vitest';
import { articleSchema } from '#app/articles/article.ts';
import { saveArticle } from '#app/articles/article-store.server.ts';
import { eventSchema } from '#app/events/event.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { castVote } from '#app/polls/votes/vote-store.server.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { drawableText } from './share-picture.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

async function seedArticle({ write }: TestSite, changes: Record<string, unknown> = {}): Promise<void> {
  const input = articleSchema.parse({ ...sampleInputs.articles, id: 'roof', ...changes });
  await saveArticle(write, input, { now: NOW });
}

async function draw(site: TestSite, path: string): Promise<Buffer> {
  const answer = await site.fetch(path);
  expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([path, 200, 'image/png']);
  const png = Buffer.from(await answer.arrayBuffer());
  const { width, height } = await sharp(png).metadata();
  expect([width, height]).toEqual([1200, 630]);
  return png;
}

/** The color at a position of an image, as #rrggbb. */
async function colorAt(png: Buffer, left: number, top: number): Promise<string> {
  const pixel = sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw();
  return `#${(await pixel.toBuffer()).toString('hex')}`;
}

test("an article's share image has its section’s bar, its headline and its own image", async () => {
  await using site = await openSite({ now: NOW });
  await seedArticle(site);
  const plain = await draw(site, '/share/articles/roof.png?v=1');
  expect(await colorAt(plain, 1199, 5)).toBe('#a2321f');
  await seedArticle(site, { title: 'Town votes to mend the library roof' });
  const renamed = await draw(site, '/share/articles/roof.png?v=2');
  expect(renamed.equals(plain)).toBe(false);
  await seedArticle(site, { description: '<p><img src="/illustrations/library.svg" alt=""></p>' });
  const illustrated = await draw(site, '/share/articles/roof.png');
  expect(await colorAt(illustrated, 719, 5)).toBe('#a2321f');
  expect(await colorAt(illustrated, 721, 5)).not.toBe('#a2321f');
});

test('images from other sites, and invalid ones, are left out of share images', async () => {
  await using site = await openSite({ now: NOW });
  for (const src of ['https://elsewhere.example/a.jpg', '/illustrations/none.svg', '/../../package.json']) {
    await seedArticle(site, { description: `<p>Words. <img src="${src}" alt=""></p>` });
    expect(await colorAt(await draw(site, '/share/articles/roof.png'), 1199, 5)).toBe('#a2321f');
  }
});

test('an event, a news item and the site itself have share images', async () => {
  await using site = await openSite({ now: NOW });
  await saveEvent(site.write, eventSchema.parse({ ...sampleInputs.events, id: 'dance' }), { now: NOW });
  expect(await colorAt(await draw(site, '/share/events/dance.png'), 5, 5)).toBe('#17624a');
  expect(await colorAt(await draw(site, '/share/site.png'), 5, 5)).toBe('#12463f');
  await saveTown(site.write, { title: 'Привет' });
  await draw(site, '/share/site.png');
});

test("a poll's share image does not depend on its votes or the visibility of its results", async () => {
  await using site = await openSite({ now: NOW });
  const options = ['Yes', 'No'];
  const input = { id: 'rink', title: 'Shall the rink open earlier?', description: 'Why we ask.', options };
  const saved = await savePoll(site.write, { ...input, voters: 'anyone' }, { now: NOW });
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const before = await draw(site, '/share/polls/rink.png');
  const voter = {
    kind: 'informal',
    id: 'b1',
    networks: [{ key: 'home', share: 1 }],
    votersPerNetwork: 20,
  } as const;
  await castVote(site.write, saved.item, voter, [saved.item.options[0]?.id ?? ''], NOW);
  expect((await draw(site, '/share/polls/rink.png')).equals(before)).toBe(true);
});

test('an unknown item has no share image', async () => {
  await using site = await openSite({ now: NOW });
  for (const path of [
    '/share/articles/none.png',
    '/share/businesses/x.png',
    '/share/constructor/x.png',
    '/share/polls/a%20b.png',
  ])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
});

test('emoji, control characters and other scripts are not drawn as boxes', () => {
  expect(drawableText('Fair \u{1f389}\u0007 at the green')).toBe('Fair at the green');
  expect(drawableText('Łódź: naïve café – Nguyễn, 50 % “off” #1')).toBe(
    'Łódź: naïve café – Nguyễn, 50 % “off” #1',
  );
  expect(drawableText('Привет, мир')).toBe('');
  expect(drawableText('a'.repeat(300))).toHaveLength(201);
});
