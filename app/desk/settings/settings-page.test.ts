import { expect, test } from 'vitest';
import { findTown, saveTown } from '#app/town/town-store.server.ts';
import { type Form, formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';

const PATH = '/admin/settings';

/** The fields of one section's form, as a browser without JavaScript sends them. */
function sectionIn(html: string, id: string): Form {
  const section = html.slice(html.indexOf(`id="${id}"`));
  return formIn(`<main>${/<form[^>]* action="\/admin\/settings#[\s\S]*?<\/form>/.exec(section)?.[0]}`);
}

function offerIn(html: string): Form {
  return formIn(
    `<main>${/<form[^>]* action="\/admin\/settings\?names#site"[\s\S]*?<\/form>/.exec(html)?.[0]}`,
  );
}

test('each section is a separate form, and saving one does not change the others', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const html = await site.page(PATH, admin);
  const fields = (id: string) => Object.keys(sectionIn(html, id)).filter((name) => name !== 'version');
  expect(Object.fromEntries(['site', 'time', 'contact', 'texts'].map((id) => [id, fields(id)]))).toEqual({
    site: ['title', 'town', 'state'],
    time: ['timeZone', 'locale'],
    contact: ['contactEmail', 'facebookUrl', 'instagramUrl'],
    texts: ['aboutText', 'contactText', 'privacyText'],
  });
  const before = await findTown(site.write);
  const saved = await site.post(PATH, { ...sectionIn(html, 'time'), timeZone: 'Asia/Tokyo' }, admin);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${PATH}?saved=time#time`]);
  expect(await findTown(site.write)).toEqual({ ...before, timeZone: 'Asia/Tokyo' });
  const shown = await site.page(`${PATH}?saved=time`, admin);
  expect(shown.slice(shown.indexOf('id="time"'), shown.indexOf('id="contact"'))).toContain(
    'Success! “Time and language” was saved.',
  );
  expect(shown.match(/Success!/g)).toHaveLength(1);
  expect(await site.page('/admin/activity', admin)).toContain('Time and language');
});

test('links lead to every part of the settings, and what is rarely changed is folded until it is needed', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const html = await site.page(PATH, admin);
  const [, contents = ''] = /<nav aria-label="On this page">([\s\S]*?)<\/nav>/.exec(html) ?? [];
  const parts = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(parts.slice(0, 2)).toEqual(['site', 'time']);
  for (const id of parts) expect(html).toContain(` id="${id}"`);
  const open = (page: string) =>
    [...page.matchAll(/<details[^>]* id="([^"]+)" open=""/g)].map(([, id]) => id);
  expect(open(html)).toEqual([]);
  const refused = await site.post(PATH, { ...sectionIn(html, 'accounts'), emailsPerHour: 'many' }, admin);
  expect(refused.status).toBe(400);
  expect(open(await refused.text())).toEqual(['advanced']);
  expect(open(await site.page(`${PATH}?saved=feeds`, admin))).toEqual(['advanced']);
  expect(open(await site.page(`${PATH}?saved=texts`, admin))).toEqual(['pages']);
});

test("two tabs can save different sections, but not overwrite each other's section", async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const html = await site.page(PATH, admin);
  const save = (id: string, changes: Form) => site.post(PATH, { ...sectionIn(html, id), ...changes }, admin);
  expect((await save('site', { state: 'Ohio' })).status).toBe(303);
  expect((await save('feeds', { webSubHub: 'https://hub.example/' })).status).toBe(303);
  expect((await save('site', { state: 'Ohio' })).status).toBe(303);
  const refused = await save('site', { state: 'Maine' });
  expect(refused.status).toBe(409);
  const conflict = await refused.text();
  expect(conflict.match(/Someone else changed the settings/g)).toHaveLength(1);
  expect(conflict).toContain('<pre>Ohio</pre>');
  expect(sectionIn(conflict, 'site').state).toBe('Maine');
  expect((await site.post(PATH, sectionIn(conflict, 'site'), admin)).status).toBe(303);
  expect(await findTown(site.write)).toMatchObject({ state: 'Maine', webSubHub: 'https://hub.example/' });
});

test('invalid input in a section is shown again with its problems, and the other sections show what is stored', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const html = await site.page(PATH, admin);
  const refused = await site.post(
    PATH,
    { ...sectionIn(html, 'time'), timeZone: 'Mars/Olympus', locale: 'fr-CA' },
    admin,
  );
  expect(refused.status).toBe(400);
  const back = await refused.text();
  expect(sectionIn(back, 'time')).toMatchObject({ timeZone: 'Mars/Olympus', locale: 'fr-CA' });
  expect(sectionIn(back, 'site')).toEqual(sectionIn(html, 'site'));
  expect(back.slice(back.indexOf('id="time"'), back.indexOf('id="contact"'))).toContain(
    '<a href="#timeZone">',
  );
  expect(back.match(/The operation failed/g)).toHaveLength(1);
  expect((await site.post(PATH, { version: 'x' }, admin)).status).toBe(400);
});

const texts = {
  aboutText: '<p>Maple Hollow Commons serves Maple\nHollow, not Maple Hollowville.</p>',
  contactText: '<p><a href="https://maple.example/Maple Hollow">Write to us</a></p>',
  privacyText: '<p>In Maple Hollow &amp; around.</p><p><img src="/a.svg" alt="Maple Hollow at dawn"></p>',
};

test('after a name change, texts with the old name are listed, and changed on request', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await saveTown(site.write, texts);
  const html = await site.page(PATH, admin);
  expect(html).not.toContain('Change them');
  await site.post(PATH, { ...sectionIn(html, 'site'), title: 'Elm Post', town: 'Elm & Oak' }, admin);
  const offered = await site.page(`${PATH}?saved=site`, admin);
  expect(offered).toContain('Success! The site is called “Elm Post”.');
  expect(offered.replaceAll('<!-- -->', '')).toContain(
    '<li>About page: “Maple Hollow Commons” once, “Maple Hollow” once</li><li>Privacy Policy page: “Maple Hollow” 2 times</li>',
  );
  const change = { ...offerIn(offered), choice: 'change' };
  const changed = await site.post(`${PATH}?names`, change, admin);
  expect([changed.status, changed.headers.get('Location')]).toEqual([303, `${PATH}?saved=texts#texts`]);
  const town = await findTown(site.write);
  expect(town.aboutText).toBe('<p>Elm Post serves Elm &amp; Oak, not Maple Hollowville.</p>');
  // An address is not the town's name.
  expect(town.contactText).toBe(texts.contactText);
  expect(town.privacyText).toMatch(/<p>In Elm &amp; Oak &amp; around\.<\/p>.*alt="Elm &amp; Oak at dawn"/);
  expect(await site.page('/about')).toContain('Elm Post serves');
  expect(await site.page('/admin/activity', admin)).toContain('Texts');
  expect(await site.page(PATH, admin)).not.toContain('Change them');
});

test('texts with the old name can be left as they are, and are not offered again', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await saveTown(site.write, texts);
  await site.post(PATH, { ...sectionIn(await site.page(PATH, admin), 'site'), town: 'Elm Falls' }, admin);
  const offered = await site.page(PATH, admin);
  // The title is unchanged, and contains the old name of the town.
  expect(offered).not.toContain('“Maple Hollow Commons”');
  const left = await site.post(`${PATH}?names`, { ...offerIn(offered), choice: 'leave' }, admin);
  expect([left.status, left.headers.get('Location')]).toEqual([303, `${PATH}#site`]);
  expect(await site.page(PATH, admin)).not.toContain('Keep them');
  expect(await findTown(site.write)).toMatchObject(texts);
});

test('texts that were edited after they were listed are not changed', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await site.post(PATH, { ...sectionIn(await site.page(PATH, admin), 'site'), title: 'Elm Post' }, admin);
  const offered = await site.page(PATH, admin);
  await saveTown(site.write, { contactText: '<p>Maple Hollow Commons</p>' });
  const stale = await site.post(`${PATH}?names`, { ...offerIn(offered), choice: 'change' }, admin);
  expect(stale.headers.get('Location')).toBe(`${PATH}?names=stale#site`);
  const shown = await site.page(`${PATH}?names=stale`, admin);
  expect(shown).toContain('The settings have changed in the meantime');
  expect(await findTown(site.write)).toMatchObject({ contactText: '<p>Maple Hollow Commons</p>' });
  expect((await site.post(`${PATH}?names`, { ...offerIn(shown), choice: 'change' }, admin)).status).toBe(303);
  expect(await findTown(site.write)).toMatchObject({ contactText: '<p>Elm Post</p>' });
});
