/** WCAG 3.1.1 and 3.1.2: the language of texts is English; the town's locale formats dates and numbers. */
import { expect, test } from 'vitest';
import { saveTown } from '#app/town/town-store.server.ts';
import { openSite } from '../../tests/open-site.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';

test.each([
  ['es-MX', 'en', '20 de noviembre de 2026'],
  ['en-GB', 'en-GB', '20 November 2026'],
])('with the locale %s, the language of every page and feed is %s', async (locale, language, date) => {
  await using site = await openSite();
  const admin = { ...(await site.asAdmin()), Origin: site.origin };
  await saveTown(site.write, { locale });
  const put = (path: string, body: object) =>
    site.fetch(`/api/v1/${path}`, {
      method: 'PUT',
      headers: { ...admin, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const name of ['articles', 'news', 'events', 'polls'] as const)
    expect((await put(`${name}/a`, sampleInputs[name])).status).toBe(201);
  for (const path of ['/articles', '/articles/a', '/events', '/polls/a', '/login', '/search?q=hill', '/none'])
    expect([path, languageIn(await site.page(path))]).toEqual([path, language]);
  for (const path of ['/admin', '/admin/articles/a'])
    expect([path, languageIn(await site.page(path, admin))]).toEqual([path, language]);
  const article = await site.page('/articles/a');
  const marked = locale === language ? '' : ` lang="${locale}"`;
  expect(article).toContain(`<time dateTime="2026-11-20T09:00:00-05:00"${marked}>${date}</time>`);
  expect(article).toContain(`"inLanguage":"${language}"`);
  expect(await site.page('/polls/a')).toContain(`"inLanguage":"${language}"`);
  expect(article).toContain(`<time dateTime="2026-11-20"${marked}>`);
  const saturday = locale === language ? '<span>Saturday' : '<span lang="es-MX">sábado';
  expect(await site.page('/events')).toContain(saturday);
  expect(await site.page('/.well-known/security.txt')).toContain('Preferred-Languages: en\n');
  expect(await site.page('/feeds/all.rss')).toContain(`<language>${language.toLowerCase()}</language>`);
  expect(await site.page('/feeds/all.atom')).toContain(`xml:lang="${language}"`);
  expect(JSON.parse(await site.page('/feeds/all.json')).language).toBe(language);
  expect(await site.page('/news-sitemap.xml')).toContain('<news:language>en</news:language>');
});

function languageIn(html: string): string | undefined {
  return /<html lang="([^"]*)"/.exec(html)?.[1];
}
