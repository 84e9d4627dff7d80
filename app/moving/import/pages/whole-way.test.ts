/** The whole way of an import in the browser, with the real job on both databases. */
import { expect } from 'vitest';
import { importTaskOf } from '#app/background/import-task.server.ts';
import { savePassword } from '#app/people/passwords/password-store.server.ts';
import { anyDatabase, eachDatabase, type TestDatabase } from '../../../../tests/each-database.ts';
import { openImportSite } from '../../../../tests/import-site.ts';
import { managedExport } from '../../../../tests/managed-export.ts';
import { environmentOf, typeCommand } from '../../../../tests/operator.ts';
import { zipFile } from '../../../../tests/zip-file.ts';

async function openTown(t: TestDatabase) {
  const site = await openImportSite({ environment: environmentOf(t) });
  const { dataFolder } = site.services.settings;
  const environment = { ...environmentOf(t), BELFRY_DATA: dataFolder };
  const job = importTaskOf(site.services, async (args) => void (await typeCommand(args, { environment })));
  return Object.assign(site, {
    /** What the site's job does within seconds. */
    work: async () => {
      if (await job.hasWork()) await job.work(new AbortController().signal);
    },
  });
}

function fileOf(name: string, content: unknown): File {
  return new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
}

/** The same town as the managed export of Firestore. */
function managedZip(): File {
  const documents = Object.entries(town).flatMap(([collection, all]) =>
    Object.entries(all).map(([id, values]) => ({ path: [collection, id], values })),
  );
  const name = 'town/all_namespaces/all_kinds/output-0';
  return new File([new Uint8Array(zipFile([{ name, content: managedExport(documents) }]))], 'town.zip');
}

const article = { pubDate: '2025-03-01T12:00:00Z', description: '<p>After ten years.</p>' };

const town = {
  articles: {
    a1: { ...article, title: 'The mill reopens' },
    a2: { ...article, title: '=A fair', link: 'javascript:alert(1)' },
  },
  events: {
    e1: { title: 'Supper', eventDate: '2026-12-01T18:00:00Z', description: 'Bring a dish.' },
    e2: { title: 'No day', description: 'x' },
  },
};

eachDatabase('files are uploaded, tried, imported with choices, imported again, and undone', async (t) => {
  await using site = await openTown(t);
  const start = () => site.start({ from: 'firebase' }, { store: fileOf('town.json', town) });
  const path = (await start()).headers.get('Location') ?? '';
  expect(await site.see(path)).toContain('Waiting to start');
  await site.work();
  const report = await site.see(path);
  expect(report).toContain('The dry run finished in 1 second.');
  expect(report).toContain('<code class="small">articles/a2</code>');
  expect(report).toContain('<code class="small">events/e2</code>');
  expect(report).toMatch(/Items without a usable date <span[^>]*>· 1</);
  const list = await (await site.fetch(`${path}/rejected.csv`, { headers: site.admin })).text();
  expect(list).toMatch(/^file,record,title,field,state,problem\r\ntown\.json,/);
  expect(list).toContain(`'=A fair`);
  expect(await site.see('/articles')).not.toContain('The mill reopens');
  const version = /name="version" value="(\d+)"/.exec(report)?.[1] ?? '';
  await site.act(path, { do: 'import', version, 'choice-no-date': 'draft' });
  await site.work();
  const done = await site.see(path);
  expect(done).toContain('3 records were imported: 1 article, 2 events.');
  expect(done).toContain('Review the 1 rejected record');
  expect(await site.see('/articles')).toContain('The mill reopens');
  expect(await site.see('/admin/events?show=draft')).toContain('No day');
  expect(await site.see('/admin')).toContain('The import from Firebase is done.');

  const again = (await start()).headers.get('Location') ?? '';
  await site.work();
  expect(await site.see(again)).toContain('3 are here already');
  const managed = (await site.start({ from: 'firebase' }, { store: managedZip() })).headers.get('Location');
  await site.work();
  expect(await site.see(managed ?? '')).toContain('3 are here already');

  expect(await site.see(`${path}/undo`)).toContain('1 article, 2 events');
  await site.act(`${path}/undo`, {});
  await site.work();
  const undone = await site.see(path);
  expect(undone).toContain('The import was undone.');
  expect(await site.see('/articles')).not.toContain('The mill reopens');
  expect(await site.see('/admin/trash')).toContain('The mill reopens');
});

anyDatabase('people are named by their address, in the report and in what an undo leaves', async (t) => {
  await using site = await openTown(t);
  const accounts = {
    users: [
      { localId: 'u1', email: 'ann@example.org', emailVerified: true, customAttributes: '{"admin":true}' },
      { localId: 'u2', email: 'bob@example.org', emailVerified: true },
    ],
  };
  const files = { store: fileOf('town.json', town), auth: fileOf('auth.json', accounts) };
  const path = (await site.start({ from: 'firebase' }, files)).headers.get('Location') ?? '';
  await site.work();
  expect(await site.see(path)).toMatch(/Accounts with rights of the old system.*ann@example\.org/s);
  await site.act(path, { do: 'import' });
  await site.work();
  const { userId } = await site.write
    .selectFrom('verified_address')
    .select('userId')
    .where('address', '=', 'bob@example.org')
    .executeTakeFirstOrThrow();
  await savePassword(site.write, { userId, hash: '$argon2id$v=19$chosen-here', now: 0 });
  await site.act(`${path}/undo`, {});
  await site.work();
  const undone = await site.see(path);
  expect(undone).toMatch(/Someone has logged in\. The account stays\..*bob@example\.org/s);
  expect(undone).not.toContain('ann@example.org');
});

anyDatabase('a spreadsheet is imported after its columns are chosen', async (t) => {
  await using site = await openTown(t);
  const rows = 'Head,When,Words\r\n"Fair, again",2025-03-01,"Two\r\nlines"\r\nSnow,2025-03-02,Much\r\n';
  const files = fileOf('news.csv', rows);
  const sent = await site.start({ from: 'files' }, { files });
  const path = (sent.headers.get('Location') ?? '').replace(/\/mapping$/, '');
  expect(sent.headers.get('Location')).toBe(`${path}/mapping`);
  expect(await site.see(`${path}/mapping`)).toContain('Fair, again · Snow');
  const form = { collection: 'news', shown: 'news', 'column-1': 'pubDate', 'column-2': 'description' };
  const started = await site.act(`${path}/mapping`, { ...form, 'column-0': 'title' });
  expect(started.headers.get('Location')).toBe(path);
  await site.work();
  const report = await site.see(path);
  expect(report).toMatch(/Import 2 records/);
  expect(report).toContain('Change the columns');
  await site.act(path, { do: 'import' });
  await site.work();
  expect(await site.see('/news')).toContain('Fair, again');
});

anyDatabase(
  'the items of a feed become news if the report’s choice says so, after another dry run',
  async (t) => {
    await using site = await openTown(t);
    const items = ['Snow', 'Ice'].map(
      (title) =>
        `<item><title>${title} day</title><link>https://old.example/${title}</link><description>Words</description><pubDate>Sat, 01 Mar 2025 08:00:00 GMT</pubDate></item>`,
    );
    const rss = `<rss version="2.0"><channel><title>Old</title><link>https://old.example/</link>${items.join('')}</channel></rss>`;
    const sent = await site.start({ from: 'files' }, { files: fileOf('feed.xml', rss) });
    const path = sent.headers.get('Location') ?? '';
    await site.work();
    const report = await site.see(path);
    expect(report).toMatch(/checked=""[^>]*value="articles"/);
    expect(report).toMatch(/Import 2 records/);
    await site.act(path, { do: 'import', 'feed-items': 'news' });
    await site.work();
    const again = await site.see(path);
    expect(again).toMatch(/checked=""[^>]*value="news"/);
    expect(again).toMatch(/>News<\/th>/);
    expect(await site.see('/news')).not.toContain('Snow day');
    await site.act(path, { do: 'import', 'feed-items': 'news' });
    await site.work();
    expect(await site.see('/news')).toContain('Snow day');
  },
);

eachDatabase('what is stopped is resumed, and a file that is gone is a failure with a reason', async (t) => {
  await using site = await openTown(t);
  const path = (await site.start({ from: 'firebase' }, { store: fileOf('town.json', town) })).headers.get(
    'Location',
  ) as string;
  await site.work();
  await site.act(path, { do: 'import' });
  await site.act(path, { do: 'stop' });
  await site.work();
  expect(await site.see(path)).toContain('Nothing was imported.');
  await site.act(path, { do: 'import' });
  await site.work();
  expect(await site.see(path)).toContain('Success!');
  await site.write
    .updateTable('move_in')
    .set({ state: 'ready', files: '[{"path":"/nowhere/town.json","name":"town.json","bytes":1}]' })
    .execute();
  await site.act(path, { do: 'import' });
  await site.work();
  const failed = await site.see(path);
  expect(failed).toContain('The import failed.');
  expect(failed).toContain('There is no such file');
});
