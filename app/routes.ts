/**
 * The only list of addresses, with everything the server needs to know of each. A route without a policy is a type
 * error, and prevents startup.
 */
import type { RouteConfig } from '@react-router/dev/routes';
import { MOST_FILE_BYTES, MOST_FILES } from './move-in-pages/systems.ts';
import { index, layout, type RouteFacts, route } from './route-facts.ts';
import {
  businessList,
  eventCalendar,
  eventList,
  feedFile,
  none,
  pagesBy,
  paperSize,
  searchCall,
  searchPage,
  slices,
  suggestions,
} from './route-parameters.ts';

const reading = { policy: { read: 'public' } } satisfies RouteFacts;
const form = { policy: { read: 'public', write: 'public' } } satisfies RouteFacts;
/** A page that is the same for everyone. */
const kept = { ...reading, cache: none } satisfies RouteFacts;
const listed = { ...kept, inSitemap: true } satisfies RouteFacts;
/** The same where the sitemap does not list it: also in the site as files. */
const filed = { ...kept, asFile: true } satisfies RouteFacts;
const costlyForm = { ...form, load: 'costly' } satisfies RouteFacts;
const picture = { ...kept, isLarge: true, load: 'costly' } satisfies RouteFacts;
/** The paper edition of an issue. */
const sheet = { ...reading, cache: paperSize, load: 'costly', asFile: true } satisfies RouteFacts;
const members = { policy: { read: 'member', write: 'member' } } satisfies RouteFacts;
const admins = { policy: { read: 'admin', write: 'admin' } } satisfies RouteFacts;
const editing = { read: 'admin-or-token', write: 'admin-or-token' } as const;
/** A form that can bring one file, usually a picture. */
const pictured = { ...admins, files: 1 } satisfies RouteFacts;
const MIB = 1024 * 1024;
/** A form that can bring exports of another site. */
const restoring = {
  ...costlyForm,
  hasSecret: true,
  files: 1,
  maxFileBytes: MOST_FILE_BYTES,
} satisfies RouteFacts;
const moving = { ...admins, files: MOST_FILES, maxFileBytes: MOST_FILE_BYTES } satisfies RouteFacts;
const programs = { policy: { read: 'public', write: 'admin-or-token' } } satisfies RouteFacts;

export const routes = [
  index('site/home.ts', reading),

  layout('site/beside-lists.tsx', [
    route('articles', 'articles/article-list.tsx', { ...reading, cache: pagesBy('number'), inSitemap: true }),
    route('tags/:tag', 'articles/tag-page.tsx', { ...reading, cache: pagesBy('number'), inSitemap: true }),
    route('news', 'news/news-list.tsx', { ...reading, cache: pagesBy('number'), inSitemap: true }),
  ]),
  route('articles/:id/:slug?', 'articles/article-page.tsx', listed),
  route('news/:id/:slug?', 'news/news-page.tsx', listed),

  route('events', 'events/event-list.tsx', { ...reading, cache: eventList, inSitemap: true }),
  route('events.ics', 'events/town-calendar.ts', { ...reading, cache: eventCalendar, asFile: true }),
  route('events/:id/:slug?', 'events/event-page.tsx', listed),
  route('events/series/:seriesId', 'events/event-series-page.tsx', filed),
  route('events/:id.ics', 'events/event-calendar.ts', filed),

  route('polls', 'polls/poll-list.tsx', { ...reading, cache: pagesBy('number'), inSitemap: true }),
  route('polls/:id/:slug?', 'polls/poll-page.tsx', listed),
  route('polls/:id/results', 'polls/poll-results.tsx', filed),
  // Each poll decides who may vote.
  route('polls/:id/vote', 'polls/poll-vote.tsx', form),
  route('polls/:id/withdrawal', 'polls/poll-withdrawal.ts', form),
  route('polls/:id/ballots', 'polls/poll-ballots.tsx', filed),
  route('polls/:id/ballots.txt', 'polls/poll-ballots-file.ts', { ...reading, asFile: true }),
  route('polls/:id/embed', 'polls/poll-embed.ts', kept),

  route('businesses', 'businesses/business-list.tsx', { ...reading, cache: businessList, inSitemap: true }),
  route('businesses/:id/:slug?', 'businesses/business-page.tsx', listed),

  route('subscribe', 'syndication/subscribe.tsx', listed),
  route('feeds/:feed', 'syndication/feed-file.ts', {
    ...reading,
    cache: feedFile,
    load: 'costly',
    asFile: true,
  }),

  route('newsletter', 'newsletter/newsletter-page.tsx', {
    ...form,
    cache: pagesBy('number'),
    inSitemap: true,
  }),
  route('newsletter/:slug', 'newsletter/web-edition.tsx', listed),
  route('newsletter/paper', 'paper/paper-page.tsx', { ...sheet, id: 'paper/newest-page' }),
  route('newsletter/paper.pdf', 'paper/paper-file.ts', { ...sheet, isLarge: true, id: 'paper/newest-file' }),
  route('newsletter/:slug/paper', 'paper/paper-page.tsx', sheet),
  route('newsletter/:slug/paper.pdf', 'paper/paper-file.ts', { ...sheet, isLarge: true }),
  route('newsletter/confirm', 'subscriber-pages/confirm-page.tsx', { ...form, hasSecret: true }),
  route('newsletter/preferences', 'subscriber-pages/preferences-page.tsx', { ...form, hasSecret: true }),
  // Email programs in the browser send one-click requests from their own site (RFC 8058).
  route('newsletter/unsubscribe', 'subscriber-pages/unsubscribe-page.tsx', {
    ...form,
    hasSecret: true,
    takesForeignPosts: true,
  }),

  route('search', 'search/search-page.tsx', {
    ...reading,
    cache: searchPage,
    load: 'costly',
    isClosedToCrawlers: true,
  }),
  route('search/suggestions', 'search/suggestions.ts', { ...reading, cache: suggestions, load: 'costly' }),

  route('sitemap.xml', 'sitemaps/sitemap-index.ts', { ...kept, load: 'costly' }),
  route('sitemaps/:part.xml', 'sitemaps/sitemap-part.ts', { ...kept, load: 'costly' }),
  route('news-sitemap.xml', 'sitemaps/news-sitemap.ts', kept),
  route('robots.txt', 'sitemaps/robots-txt.ts', kept),

  route('NotFound/:id', 'site/not-found.tsx', reading),
  route('about', 'site/about.tsx', listed),
  route('privacyPolicy', 'site/privacy-policy.tsx', listed),
  route('contact', 'site/contact.tsx', listed),
  route('speculation-rules.json', 'site/speculation-rules.ts', kept),
  route('preferences/theme', 'site/theme.ts', { ...form, isClosedToCrawlers: true }),

  route('share/site.png', 'sharing/share-image.ts', { ...picture, id: 'sharing/site-image', asFile: true }),
  route('share/:section/:id.png', 'sharing/share-image.ts', picture),

  route('media/logo/:name', 'pictures/logo-file.ts', { ...reading, asFile: true }),
  route('media/:name', 'pictures/media-file.ts', { ...reading, asFile: true }),

  route('.well-known/security.txt', 'site/security-txt.ts', reading),
  route('healthz', 'site/healthz.ts', { ...reading, load: 'health' }),
  route('readyz', 'site/readyz.ts', { ...reading, load: 'health' }),

  // Accounts
  route('login', 'accounts/login.tsx', { policy: { read: 'visitor-only', write: 'public' }, load: 'costly' }),
  route('login/passkey', 'accounts/passkey-question.ts', costlyForm),
  route('login/recovery', 'accounts/recovery-page.tsx', costlyForm),
  route('login/google', 'accounts/google-start.tsx', costlyForm),
  route('login/google/callback', 'accounts/google-callback.ts', { ...reading, load: 'costly' }),
  route('login/google/done', 'accounts/google-done.tsx', { ...reading, load: 'costly' }),
  route('login/google/join', 'accounts/google-join-page.tsx', costlyForm),
  route('forgot', 'accounts/forgot-page.tsx', costlyForm),
  route('reset/:token', 'accounts/reset-page.tsx', { ...costlyForm, hasSecret: true }),
  route('verify/:token', 'accounts/verify-page.tsx', { ...costlyForm, hasSecret: true }),
  route('verify/:token/refusal', 'accounts/verify-refusal.ts', { ...costlyForm, hasSecret: true }),
  // A session that has just ended can still log out.
  route('logout', 'accounts/logout.tsx', { ...form, load: 'vital' }),
  route('account', 'accounts/account-page.tsx', { ...members, isClosedToCrawlers: true }),
  route('account/proof', 'accounts/proof-page.tsx', { ...members, load: 'costly' }),
  route('account/password', 'accounts/password-page.tsx', { ...members, load: 'costly' }),
  route('account/name', 'accounts/name-page.tsx', members),
  route('account/address', 'accounts/address-page.tsx', { ...members, load: 'costly' }),
  route('account/verification', 'accounts/verification-resend.ts', members),
  route('account/google', 'accounts/google-removal.ts', members),
  route('account/sessions', 'accounts/sessions-page.tsx', members),
  route('account/passkeys', 'accounts/passkeys-page.tsx', members),
  route('account/passkeys/options', 'accounts/own-passkey-question.ts', members),
  route('account/passkeys/offer', 'accounts/passkey-offer-page.tsx', members),
  route('account/passkeys/:id', 'accounts/passkey-page.tsx', members),
  route('account/passkeys/:id/removal', 'accounts/passkey-removal-page.tsx', members),
  route('account/recovery-codes', 'accounts/recovery-codes-page.tsx', members),
  route('account/data', 'accounts/data-export.ts', { policy: { read: 'member' } }),
  route('account/deletion', 'accounts/deletion-page.tsx', members),
  route('setup', 'accounts/setup-page.tsx', { ...costlyForm, hasSecret: true }),
  route('setup/restore', 'hand-over/setup-restore.tsx', restoring),
  route('setup/restore/upload', 'hand-over/restore-upload.ts', restoring),
  route('setup/restore/progress', 'hand-over/setup-restore-progress.tsx', { ...reading, hasSecret: true }),

  // Admin: everything below is guarded by the layout's middleware
  layout(
    'admin/admin-layout.tsx',
    [
      index('overview/overview.tsx', { ...admins, isClosedToCrawlers: true }),
      route(':collection', 'admin/collection-list.tsx', admins),
      route(':collection/:id/autosave', 'admin/autosave.ts', admins),
      route(':collection/:id/draft-removal', 'admin/draft-removal.ts', admins),
      route(':collection/:id/source', 'admin/source-decision.ts', admins),
      route('articles/:id', 'articles/article-admin-form.tsx', pictured),
      route('news/:id', 'news/news-admin-form.tsx', pictured),
      route('events/:id', 'events/event-admin-form.tsx', pictured),
      route('polls/:id', 'polls/poll-admin-form.tsx', pictured),
      route('polls/:id/voting', 'polls/poll-admin-voting.tsx', { policy: { read: 'admin' } }),
      route('polls/:id/closing', 'polls/poll-closing.tsx', admins),
      route('polls/:id/reopening', 'polls/poll-reopening.tsx', admins),
      route('polls/:id/copy', 'polls/poll-copy.ts', admins),
      route('polls/:id/archive', 'polls/poll-archive.tsx', admins),
      route('polls/:id/results.csv', 'polls/poll-export-csv.ts', { policy: { read: 'admin' } }),
      route('polls/:id/results.json', 'polls/poll-export-json.ts', { policy: { read: 'admin' } }),
      route('businesses/:id', 'businesses/business-admin-form.tsx', pictured),
      route(':collection/:id/picture', 'pictures/item-picture.tsx', pictured),
      route(':collection/:id/text-pictures', 'pictures/text-picture-list.tsx', admins),
      route(':collection/:id/text-pictures/:place', 'pictures/text-picture-choice.tsx', pictured),
      route(':collection/:id/linked-pictures', 'pictures/linked-pictures.tsx', admins),
      route(':collection/:id/revisions', 'admin/revisions.tsx', admins),
      route(':collection/:id/presence', 'admin/presence-report.ts', admins),
      route('selection/:collection', 'admin/selection.ts', admins),
      route('inbox', 'inbox/inbox.tsx', admins),
      route('inbox/all', 'inbox/inbox-bulk.tsx', admins),
      route('inbox/decisions', 'inbox/inbox-decisions.ts', admins),
      route('inbox/selection', 'inbox/inbox-selection.ts', admins),
      route('inbox/undo', 'inbox/inbox-undo.tsx', admins),
      route('inbox/:id/merge', 'inbox/inbox-merge.tsx', admins),
      route('inbox/:id/:decision', 'inbox/inbox-decision.tsx', admins),
      route('pictures', 'pictures/library.tsx', { ...admins, files: 20 }),
      route('pictures/missing', 'pictures/missing-words.tsx', admins),
      route('pictures/cleanup', 'pictures/picture-cleanup.tsx', admins),
      route('pictures/:id', 'pictures/picture-page.tsx', admins),
      route('pictures/:id/replacement', 'pictures/picture-replacement.tsx', pictured),
      route('pictures/:id/deletion', 'pictures/picture-deletion.tsx', admins),
      route('sources', 'source-pages/source-list.tsx', { policy: { read: 'admin' } }),
      route('sources/add', 'source-pages/add-source.tsx', { ...admins, load: 'costly' }),
      route('sources/opml', 'source-pages/sources-file.ts', { policy: { read: 'admin' } }),
      route('sources/import', 'source-pages/import-sources.tsx', { ...pictured, maxFileBytes: 8 * MIB }),
      route('sources/check', 'source-pages/check-all.ts', admins),
      route('sources/:id', 'source-pages/source-page.tsx', { policy: { read: 'admin' } }),
      route('sources/:id/check', 'source-pages/check-source.ts', { ...admins, load: 'costly' }),
      route('sources/:id/address', 'source-pages/source-address.tsx', { ...admins, load: 'costly' }),
      route('sources/:id/pause', 'source-pages/pause-source.ts', admins),
      route('sources/:id/resumption', 'source-pages/resume-source.ts', admins),
      route('sources/:id/split', 'source-pages/split-source-item.ts', admins),
      route('sources/:id/change', 'source-pages/change-source.tsx', admins),
      route('sources/:id/removal', 'source-pages/remove-source.tsx', admins),
      route('redirects', 'redirect-pages/redirect-list.tsx', admins),
      route('redirects/missing', 'redirect-pages/missing-list.tsx', admins),
      route('redirects/edit', 'redirect-pages/redirect-edit.tsx', admins),
      route('redirects/changes', 'redirect-pages/redirect-changes.ts', admins),
      route('redirects/import', 'redirect-pages/redirect-import.tsx', {
        ...pictured,
        maxFileBytes: 20 * MIB,
      }),
      route('redirects/redirects.csv', 'redirect-pages/redirects-file.ts', { policy: { read: 'admin' } }),
      route('newsletter', 'newsletter-pages/newsletter.tsx', admins),
      route('newsletter/settings', 'newsletter-pages/newsletter-settings.tsx', admins),
      route('newsletter/subscribers', 'subscriber-pages/subscriber-list.tsx', { policy: { read: 'admin' } }),
      route('newsletter/subscribers/add', 'subscriber-pages/add-subscriber.tsx', admins),
      route('newsletter/subscribers/import', 'subscriber-pages/import-page.tsx', {
        ...pictured,
        maxFileBytes: 20 * MIB,
      }),
      route('newsletter/subscribers/refused.csv', 'subscriber-pages/refused-rows-file.ts', {
        policy: { read: 'admin' },
      }),
      route('newsletter/subscribers/subscribers.csv', 'subscriber-pages/subscribers-file.ts', {
        policy: { read: 'admin' },
      }),
      route('newsletter/subscribers/:id', 'subscriber-pages/subscriber-page.tsx', {
        policy: { read: 'admin' },
      }),
      route('newsletter/subscribers/:id/:change', 'subscriber-pages/subscriber-change.tsx', admins),
      route('newsletter/:id', 'newsletter-pages/issue-page.tsx', admins),
      route('newsletter/:id/paper', 'paper/draft-paper.tsx', { policy: { read: 'admin' }, load: 'costly' }),
      route('newsletter/:id/paper.pdf', 'paper/draft-paper-file.ts', {
        policy: { read: 'admin' },
        load: 'costly',
      }),
      route('newsletter/:id/autosave', 'newsletter-pages/issue-autosave.ts', admins),
      route('newsletter/:id/email', 'newsletter-pages/issue-email.ts', { policy: { read: 'admin' } }),
      route('newsletter/:id/send', 'newsletter-pages/issue-send.tsx', admins),
      route('newsletter/:id/resend', 'newsletter-pages/issue-resend.tsx', admins),
      route('newsletter/:id/removal', 'newsletter-pages/issue-removal.tsx', admins),
      route('move-in', 'move-in-pages/start-page.tsx', moving),
      route('move-in/upload', 'move-in-pages/start-upload.ts', moving),
      route('move-in/:id', 'move-in-pages/move-in-page.tsx', admins),
      route('move-in/:id/mapping', 'move-in-pages/columns-page.tsx', admins),
      route('move-in/:id/undo', 'move-in-pages/undo-page.tsx', admins),
      route('move-in/:id/discard', 'move-in-pages/discard-page.tsx', admins),
      route('move-in/:id/rejected.csv', 'move-in-pages/rejected-file.ts', { policy: { read: 'admin' } }),
      route('trash', 'admin/trash.tsx', admins),
      route('trash/deletion', 'admin/trash-deletion.tsx', admins),
      route('trash/undo', 'admin/trash-undo.ts', admins),
      route('mail', 'admin/mail.tsx', admins),
      route('mail/attempt', 'admin/mail-attempt.ts', admins),
      route('mail/test', 'admin/test-mail.ts', admins),
      route('activity', 'admin/activity.tsx', { policy: { read: 'admin' } }),
      route('settings', 'admin/settings.tsx', { ...admins, files: 3 }),
      route('settings/:setting/picture', 'pictures/setting-picture.tsx', pictured),
      route('first-steps/dismissal', 'admin/first-steps-dismissal.ts', admins),
      route('settings/sample-town', 'admin/sample-town.tsx', admins),
      route('settings/sample-town/undo', 'admin/sample-town-undo.ts', admins),
      route('settings/sample-town/loading', 'admin/sample-town-loading.ts', admins),
      route('settings/backups', 'hand-over/old-backups-path.ts', { policy: { read: 'admin' } }),
      route('backups', 'hand-over/backups.tsx', { ...admins, load: 'costly' }),
      route('successor', 'hand-over/successor-page.tsx', admins),
      route('successor/instructions', 'hand-over/successor-instructions.tsx', admins),
      route('backups/test', 'hand-over/restore-test-request.ts', admins),
      route('backups/resumption', 'admin/schedule-resumption.ts', admins),
      route('backups/:name', 'hand-over/backup-download.ts', { policy: { read: 'admin' }, isLarge: true }),
      route('backups/:name/deletion', 'hand-over/backup-deletion.tsx', admins),
      route('another-day', 'another-day/another-day-page.tsx', { policy: { read: 'admin' } }),
      route('another-day/preparing', 'another-day/preparing-page.tsx', { policy: { read: 'admin' } }),
      route('settings/tokens', 'admin/api-tokens.tsx', admins),
      route('settings/tokens/revocation', 'admin/token-revocation.ts', admins),
    ],
    'admin',
  ),

  // Outside of the admin's layout, for their width
  route('admin/:collection/:id/preview', 'preview/preview-frame.tsx', admins),
  route('admin/:collection/:id/preview/page', 'preview/preview-page.tsx', { policy: { read: 'admin' } }),
  route('admin/another-day/:moment/*', 'another-day/shown-day.ts', { ...admins, load: 'costly' }),
  route('preview/:token', 'preview/shared-preview.tsx', {
    ...reading,
    hasSecret: true,
  }),

  // API
  route('api/v1/:collection/:id?', 'api/collection-api.ts', { ...programs, cache: slices }),
  route('api/v1/:collection/:id/restore', 'api/restore-api.ts', programs),
  route('api/v1/:collection/:id/revisions/:revision?', 'api/revisions-api.ts', programs),
  route('api/v1/:collection/:id/revisions/:revision/restore', 'api/revision-restore-api.ts', programs),
  route('api/v1/sources/preview', 'source-pages/source-preview-api.ts', { policy: editing, load: 'costly' }),
  route('api/v1/sources/:id/refresh', 'source-pages/source-refresh-api.ts', {
    policy: editing,
    load: 'costly',
  }),
  route('api/v1/redirects', 'redirect-pages/redirects-api.ts', { policy: editing }),
  route('api/v1/sources/:id?', 'source-pages/sources-api.ts', { policy: editing }),
  route('api/v1/newsletter/issues/:id?', 'newsletter-pages/issues-api.ts', { policy: editing }),
  route('api/v1/newsletter/issues/:id/send', 'newsletter-pages/issue-send-api.ts', { policy: editing }),
  route('api/v1/newsletter/issues/:id/test', 'newsletter-pages/issue-test-api.ts', { policy: editing }),
  route('api/v1/newsletter/subscribers/:id?', 'newsletter-pages/subscribers-api.ts', { policy: editing }),
  route('api/v1/trash', 'api/trash-api.ts', { policy: { read: 'admin-or-token', write: 'admin-or-token' } }),
  route('api/v1/pictures/:id?', 'pictures/pictures-api.ts', { policy: editing, files: 1 }),
  route('api/v1/polls/:id/votes', 'polls/poll-votes-api.ts', form),
  route('api/v1/search', 'search/search-api.ts', { ...programs, cache: searchCall, load: 'costly' }),
  route('api/v1/inbox', 'inbox/inbox-api.ts', { policy: editing }),
  route('api/v1/inbox/undo', 'inbox/inbox-undo-api.ts', { policy: editing }),
  route('api/v1/inbox/:id', 'inbox/inbox-entry-api.ts', { policy: editing }),
  route('api/v1/newsletter/webhooks/:provider', 'bounces/webhooks/webhook-api.ts', form),
  route('api/v1/me', 'me/me-api.ts', members),
  route('api/openapi.json', 'openapi.ts', { ...form, cache: none }),
  route('api/*', 'api/unknown.ts', { ...form, isClosedToCrawlers: true }),

  // Accepts any method and returns 404. Before that, server/old-addresses.ts looks for a redirect.
  route('*', 'site/unknown.tsx', form),
];

export default routes satisfies RouteConfig;
