/** A town whose every field was filled in by somebody who means harm. */
import { findExcess } from '#app/platform/html/sanitize.server.ts';
import { corpus } from './corpus.ts';
import { BOMB, HIT, RUN } from './payload.ts';

/** What a field of one line may hold, in words that break out of where a careless page would put them. */
const lines = [
  `"><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  BOMB,
  `' autofocus tabindex=1 onfocus='${RUN}`,
  `" autofocus tabindex="1" onfocus="${RUN}`,
  `--><svg onload=${RUN}>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `</textarea></option></select>${BOMB}`,
  `{{constructor.constructor('${RUN}')()}} \${${RUN}} <%= 7 %>`,
  `javascript:${RUN}`,
  `\u202e]]>\u2028${BOMB}`,
  '__proto__',
];

/** Addresses that pass as such. */
const addresses = [
  `${HIT}"><script>${RUN}</script>`,
  `${HIT}' onmouseover='${RUN}`,
  `https://belfry.example@hit.invalid/`,
  `http://hit.invalid/#javascript:${RUN}`,
  `HTTPS://HIT.INVALID/%22%3E${BOMB}`,
];

/** What the editor keeps whole, filled with what it must not run. */
const blocks = `<figure>${BOMB}<figcaption onclick=${RUN}>x</figcaption></figure><dl><dt>${BOMB}<dd>x</dl><div>${BOMB}</div>
  <table><caption><svg onload=${RUN}></svg>x</caption><tr><td><a href="javascript:${RUN}">x</a></table>
  <blockquote><cite autofocus tabindex=1 onfocus=${RUN}>x</cite><iframe src="javascript:parent.${RUN}"></iframe></blockquote>`;

/** What a person may copy elsewhere without knowing. An element called `constructor` the editor refuses with an error. */
export const clippings = [
  blocks,
  ...corpus.filter(({ group }) => ['scripts', 'handlers', 'parser'].includes(group)).map(({ html }) => html),
].filter((html) => html.length < 1000 && !html.includes('<constructor'));

/** Control characters are refused before anything is sanitized. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const refused = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u;

/** Some of every group; all of them are tried one by one elsewhere. */
const descriptions = corpus
  .filter(({ html }, index) => index % 19 === 0 && html.length < 10_000 && !refused.test(html))
  .map(({ html }) => `<p>Words.</p>${html}`)
  .filter((html) => !findExcess(html))
  .concat(blocks);

type Records = Record<'articles' | 'news' | 'events' | 'polls' | 'businesses', Record<string, unknown>[]>;

/** Records for the operator's import. All are valid, none is well meant. */
export function listHostileRecords(): Records {
  return {
    articles: descriptions.map((description, n) => ({
      ...titled('a', n),
      description,
      ...sourced(n),
      pubDate: '2026-11-20T12:00:00Z',
    })),
    news: lines.map((_, n) => ({
      ...titled('n', n),
      description: at(descriptions, n),
      ...sourced(n),
      pubDate: '2026-11-20T12:00:00Z',
    })),
    events: lines.map((line, n) => ({
      ...titled('e', n),
      description: at(descriptions, n + 1),
      link: at(addresses, n),
      sourceId: line,
      pubDate: '2026-11-20T12:00:00Z',
      eventDate: '2999-11-20T12:00:00Z',
      eventTime: at(lines, n + 1),
      eventLocation: at(lines, n + 2),
      enclosureUrl: `/x.png"onerror=${RUN}//`,
      enclosureType: 'image/png',
    })),
    polls: lines.map((_, n) => ({ ...titled('p', n), description: at(descriptions, n + 2), options: lines })),
    businesses: lines.map((line, n) => ({
      id: `b${n}`,
      name: line,
      category: at(lines, n + 1).slice(0, 100),
      description: at(descriptions, n + 3),
      address: at(lines, n + 2),
      phone: at(lines, n + 3).slice(0, 100),
      website: at(addresses, n),
      email: 'a@hit.invalid',
      openingHours: at(lines, n + 4),
    })),
  };
}

/** What only somebody with the database in hand can write: HTML that was never sanitized, addresses never checked. */
export function seedHostileRows(run: (sql: string, ...values: string[]) => void): void {
  for (const table of ['article', 'news_item', 'event', 'business']) {
    for (const [n, description] of descriptions.entries()) {
      run(`update ${table} set description = ? where id like ?`, description, `_${n}`);
    }
  }
  for (const table of ['article', 'news_item']) {
    run(
      `update ${table} set link = ?, sourceUrl = ? where id like '_1_'`,
      `javascript:${RUN}`,
      `\u0001java\tscript:${RUN}`,
    );
  }
  run(
    "update event set link = ?, enclosureUrl = ? where id like '_1_'",
    `javascript:${RUN}`,
    '/\t/hit.invalid/x.png',
  );
  run(
    "update business set website = ?, email = ? where id like '_1_'",
    `javascript:${RUN}`,
    `?body=x"onfocus=${RUN}`,
  );
  for (const name of ['aboutText', 'contactText', 'privacyText']) {
    run(
      'insert or replace into town_setting (name, value) values (?, ?)',
      name,
      `${BOMB}${'</div>'.repeat(9)}<script>${RUN}</script>`,
    );
  }
}

function titled(prefix: string, n: number) {
  return { id: `${prefix}${n}`, title: at(lines, n) };
}

function sourced(n: number) {
  return {
    sourceId: at(lines, n + 1),
    sourceName: at(lines, n + 2),
    sourceUrl: at(addresses, n),
    link: at(addresses, n + 1),
  };
}

function at(list: string[], n: number): string {
  return list[n % list.length] ?? '';
}
