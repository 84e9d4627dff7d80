import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import { defaultPlan, saveBackupPlan } from '#app/moving/backup/backup-settings.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { checkDueSources } from '#app/sources/checks/check-source.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { openServer } from '../tests/open-server.ts';
import { people, seedIssue, seedSubscribers, sendRound } from '../tests/seed-newsletter.ts';
import { seedEntry, seedSource } from '../tests/seed-source.ts';
import { openTestBucket } from '../tests/test-bucket.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

test('R-61 this machine can read the metrics, if the request has no proxy headers', async () => {
  await using server = await openServer();
  const { status, headers, body } = await server.ask('/metrics');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  for (const line of body.toString().trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{[a-zA-Z0-9_="., +]+\})? -?[\d.e+-]+)$/);
  for (const name of [
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Real-IP',
    'Via',
  ]) {
    const answer = await server.ask('/metrics', { [name]: '127.0.0.1' });
    expect([name, answer.status, answer.body.toString().includes('process_')]).toEqual([name, 404, false]);
  }
});

test('R-61 behind a proxy the metrics require the token, wherever the request says it comes from', async () => {
  await using server = await openServer({ environment: { TRUST_PROXY: '1' } });
  for (const headers of [{}, { 'X-Forwarded-For': '127.0.0.1' }] as Record<string, string>[])
    expect((await server.ask('/metrics', headers)).status).toBe(404);
});

test('R-61 a token for metrics opens them through a proxy, and no other does', async () => {
  await using server = await openServer({ environment: { TRUST_PROXY: '1' } });
  const { write } = server.site;
  for (const [scope, expected] of [
    ['metrics', 200],
    ['read', 404],
    ['write', 404],
  ] as const) {
    const token = await createApiToken(write, { name: scope, scope, days: 30 }, NOW);
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.9' };
    expect([scope, (await server.ask('/metrics', headers)).status]).toEqual([scope, expected]);
  }
  expect((await server.ask('/metrics', { Authorization: 'Bearer blf_x' })).status).toBe(404);
});

test('the metrics count responses, cache hits and database queries', async () => {
  await using server = await openServer();
  // Until something is written the log of SQLite is empty.
  await server.site.asAdmin();
  for (const path of ['/articles', '/articles', '/nothing', '/api/v1/polls/none', '/healthz', '/favicon.svg'])
    await server.ask(path);
  const text = (await server.ask('/metrics')).body.toString();
  const figureOf = (name: string) =>
    Number(text.match(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.+)$`, 'm'))?.[1]);
  expect(figureOf('belfry_http_requests_total{class="cached",status="200"}')).toBe(2);
  expect(figureOf('belfry_http_requests_total{class="page",status="404"}')).toBe(1);
  expect(figureOf('belfry_http_requests_total{class="api",status="404"}')).toBe(1);
  expect(figureOf('belfry_http_requests_total{class="health",status="200"}')).toBe(1);
  expect(figureOf('belfry_http_requests_total{class="file",status="200"}')).toBe(1);
  expect(figureOf('belfry_http_request_duration_seconds_count{class="cached"}')).toBe(2);
  const { samples = {} } = server.listener.figures().find(({ kind }) => kind === 'histogram') ?? {};
  expect(samples['_bucket:class="cached",le="+Inf"']).toBe(2);
  expect(figureOf('belfry_page_cache_hits_total')).toBe(1);
  expect(figureOf('belfry_page_cache_bytes')).toBeGreaterThan(1000);
  for (const name of [
    'belfry_database_queries_total',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'process_open_fds',
    'belfry_sqlite_wal_bytes',
  ])
    expect([name, figureOf(name) > 0]).toEqual([name, true]);
});

test('The metrics count checks of sources, sources by health, and what waits in the inbox', async () => {
  await using server = await openServer();
  const { write } = server.site;
  const address = 'http://127.0.0.1:1/feed';
  for (const [id, facts] of Object.entries({ paused: { paused: 1 }, failing: { failures: 3 }, fine: {} })) {
    await seedSource(write, { id, address: `${address}/${id}` });
    await write
      .updateTable('source_state')
      .set({ nextAt: NOW + 1, checkedAt: NOW, newAt: NOW, ...facts })
      .where('source', '=', id)
      .execute();
  }
  await seedSource(write, { id: 'due', address });
  await write
    .updateTable('source_state')
    .set({ nextAt: NOW - 90_000 })
    .where('source', '=', 'due')
    .execute();
  await seedEntry(write, { collection: 'news', itemId: 'one', source: 'fine' });

  const before = (await server.ask('/metrics')).body.toString();
  expect(before).toContain('belfry_sources{health="paused"} 1\n');
  expect(before).toContain('belfry_sources{health="failing"} 1\n');
  expect(before).toContain('belfry_sources{health="working"} 2\n');
  expect(before).toContain('belfry_source_check_late_seconds 90\n');
  expect(before).toContain('belfry_inbox_waiting 1\n');

  const context = { ...server.site.services, now: () => NOW, town: defaultTown, collections };
  const checking = { ...context, siteUrl: 'https://maple.example', outbound: openOutbound() };
  await checkDueSources(checking, new AbortController().signal);
  const after = (await server.ask('/metrics')).body.toString();
  expect(after).toMatch(/^belfry_source_checks_total\{outcome="failed"\} \d+$/m);
  expect(after).toContain('belfry_source_check_late_seconds 0\n');
});

test('the metrics count subscribers, and the emails of the last issue of the newsletter', async () => {
  await using server = await openServer();
  const { write } = server.site;
  const metricsTextOf = async () => (await server.ask('/metrics')).body.toString();
  expect(await metricsTextOf()).toContain('belfry_newsletter_subscribers{state="active"} 0\n');
  await seedSubscribers(write, people(3));
  await seedIssue(write, NOW);
  expect(await metricsTextOf()).toContain('belfry_newsletter_issues{state="sending"} 1\n');
  const dataFolder = server.site.services.settings.dataFolder;
  await sendRound(write, { dataFolder, now: () => NOW - 60_000 });
  const text = await metricsTextOf();
  expect(text).toContain('belfry_newsletter_subscribers{state="active"} 3\n');
  expect(text).toContain('belfry_newsletter_emails{state="sent"} 3\n');
  expect(text).toContain('belfry_newsletter_emails{state="waiting"} 0\n');
  expect(text).toContain('belfry_newsletter_last_sent_seconds 60\n');
});

test('the metrics say when the last backup, its copies and its restore test succeeded', async () => {
  await using store = await openTestBucket();
  await using server = await openServer({ environment: { BACKUP_BUCKET_URL: store.url } });
  const { write, services } = server.site;
  const backups = async () =>
    (await server.ask('/metrics')).body
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('belfry_backup_'));
  expect(await backups()).toEqual([]);
  await saveBackupPlan(write, { ...defaultPlan, folder: '/mnt/far' });
  const bucket = services.settings.backupBucket?.address;
  const run = { tookMs: 1, bytes: 1, rows: 1, trouble: null };
  const note = (seconds: number, secondPlace: string | null, file: string | null = 'f') =>
    recordRun(write, { ...run, kind: 'scheduled', at: NOW + seconds * 1000, file, secondPlace });
  await note(0, `/mnt/far, ${bucket}`);
  await note(1, bucket ?? '');
  await note(2, null);
  await note(3, null, null);
  await recordRun(write, { ...run, kind: 'drill', at: NOW + 4000, file: 'f', secondPlace: null });
  await recordRun(write, {
    ...run,
    kind: 'drill',
    at: NOW + 5000,
    file: 'f',
    secondPlace: null,
    trouble: 'Damaged.',
  });
  expect(await backups()).toEqual([
    `belfry_backup_last_success_timestamp_seconds ${NOW / 1000 + 2}`,
    `belfry_backup_last_copy_timestamp_seconds{place="folder"} ${NOW / 1000}`,
    `belfry_backup_last_copy_timestamp_seconds{place="bucket"} ${NOW / 1000 + 1}`,
    `belfry_backup_last_test_timestamp_seconds ${NOW / 1000 + 4}`,
  ]);
});
