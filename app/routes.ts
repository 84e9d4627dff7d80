/**
 * The only list of addresses, with everything the server needs to know of each. A route without a policy is a type
 * error, and prevents startup.
 */
import type { RouteConfig } from '@react-router/dev/routes';
import { MOST_FILE_BYTES, MOST_FILES } from '#app/moving/import/pages/systems.ts';
import { index, layout, type RouteFacts, route } from '#app/people/request/route-facts.ts';
import {
  businessList,
  eventCalendar,
  eventList,
  feedFile,
  newsList,
  none,
  pagesBy,
  paperSize,
  searchCall,
  searchPage,
  slices,
  suggestions,
  yearOfList,
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
/** What only the administrator has (product contract section 6); editors have the rest of the admin. */
const admins = { policy: { read: 'admin', write: 'admin' } } satisfies RouteFacts;
const editors = { policy: { read: 'editor', write: 'editor' } } satisfies RouteFacts;
/** Where contributors work on their own drafts: `require-staff.server.ts` finds out whose a draft is. */
const writers = { policy: { read: 'contributor', write: 'contributor' } } satisfies RouteFacts;
const editing = { read: 'editor-or-token', write: 'editor-or-token' } as const;
const administering = { read: 'admin-or-token', write: 'admin-or-token' } as const;
/** The form of an item, which can bring a picture and documents. */
const itemForm = { ...writers, files: 1, documents: 10 } satisfies RouteFacts;
/** A form that can bring one file, usually a picture. */
const pictured = { ...editors, files: 1 } satisfies RouteFacts;
const MIB = 1024 * 1024;
/** A form that can bring exports of another site. */
const restoring = {
  ...costlyForm,
  hasSecret: true,
  files: 1,
  maxFileBytes: MOST_FILE_BYTES,
} satisfies RouteFacts;
const moving = { ...admins, files: MOST_FILES, maxFileBytes: MOST_FILE_BYTES } satisfies RouteFacts;
const programs = { policy: { read: 'public', write: 'editor-or-token' } } satisfies RouteFacts;
const writingPrograms = { policy: { read: 'public', write: 'contributor-or-token' } } satisfies RouteFacts;

export const routes = [
  // Not cached, and the first address that people try.
  index('site/pages/home.ts', { ...reading, load: 'vital' }),

  layout('site/frame/beside-lists.tsx', [
    route('articles', 'articles/pages/article-list.tsx', {
      ...reading,
      cache: pagesBy('number'),
      inSitemap: true,
    }),
    route('tags/:tag', 'articles/pages/tag-page.tsx', {
      ...reading,
      cache: pagesBy('number'),
      inSitemap: true,
    }),
    route('news', 'news/pages/news-list.tsx', { ...reading, cache: newsList, inSitemap: true }),
  ]),
  route('articles/:id/:slug?', 'articles/pages/article-page.tsx', listed),
  route('news/:id/:slug?', 'news/pages/news-page.tsx', listed),

  route('events', 'events/pages/event-list.tsx', { ...reading, cache: eventList, inSitemap: true }),
  route('events.ics', 'events/pages/town-calendar.ts', { ...reading, cache: eventCalendar, asFile: true }),
  route('events/:id/:slug?', 'events/pages/event-page.tsx', listed),
  route('events/series/:seriesId', 'events/pages/event-series-page.tsx', filed),
  route('events/:id.ics', 'events/pages/event-calendar.ts', filed),

  route('meetings', 'events/pages/meeting-list.tsx', { ...reading, cache: yearOfList, asFile: true }),
  route('meetings/:body', 'events/pages/body-meetings.tsx', { ...reading, cache: yearOfList, asFile: true }),

  route('polls', 'polls/pages/poll-list.tsx', { ...reading, cache: pagesBy('number'), inSitemap: true }),
  route('polls/:id/:slug?', 'polls/pages/poll-page.tsx', listed),
  route('polls/:id/results', 'polls/pages/poll-results.tsx', filed),
  // Each poll decides who may vote.
  route('polls/:id/vote', 'polls/pages/poll-vote.tsx', form),
  route('polls/:id/withdrawal', 'polls/pages/poll-withdrawal.ts', form),
  route('polls/:id/ballots', 'polls/pages/poll-ballots.tsx', filed),
  route('polls/:id/ballots.txt', 'polls/pages/poll-ballots-file.ts', { ...reading, asFile: true }),
  route('polls/:id/embed', 'polls/pages/poll-embed.ts', kept),

  route('businesses', 'businesses/pages/business-list.tsx', {
    ...reading,
    cache: businessList,
    inSitemap: true,
  }),
  route('businesses/:id/:slug?', 'businesses/pages/business-page.tsx', listed),

  route('pages', 'pages/pages/page-list.tsx', { ...reading, cache: pagesBy('number'), inSitemap: true }),
  route('pages/:slug', 'pages/pages/page-view.tsx', listed),

  route('notices', 'site/notices/pages/notice-archive.tsx', {
    ...reading,
    cache: yearOfList,
    inSitemap: true,
  }),
  route('proof/keys.json', 'site/proof/pages/proof-keys-file.ts', { ...reading, asFile: true }),
  route('proof/:collection/:id', 'site/proof/pages/publication-proof.tsx', filed),
  route('proof/:collection/:id.json', 'site/proof/pages/publication-proof-file.ts', filed),
  route('subscribe', 'site/feeds/subscribe.tsx', listed),
  route('feeds/:feed', 'site/feeds/feed-file.ts', {
    ...reading,
    cache: feedFile,
    load: 'costly',
    asFile: true,
  }),

  route('newsletter', 'newsletter/issues/pages/newsletter-page.tsx', {
    ...form,
    cache: pagesBy('number'),
    inSitemap: true,
  }),
  route('newsletter/:slug', 'newsletter/issues/pages/web-edition.tsx', listed),
  route('newsletter/paper', 'newsletter/paper/paper-page.tsx', { ...sheet, id: 'paper/newest-page' }),
  route('newsletter/paper.pdf', 'newsletter/paper/paper-file.ts', {
    ...sheet,
    isLarge: true,
    id: 'paper/newest-file',
  }),
  route('newsletter/:slug/paper', 'newsletter/paper/paper-page.tsx', sheet),
  route('newsletter/:slug/paper.pdf', 'newsletter/paper/paper-file.ts', { ...sheet, isLarge: true }),
  route('newsletter/confirm', 'newsletter/subscribers/pages/confirm-page.tsx', { ...form, hasSecret: true }),
  route('newsletter/preferences', 'newsletter/subscribers/pages/preferences-page.tsx', {
    ...form,
    hasSecret: true,
  }),
  // Email programs in the browser send one-click requests from their own site (RFC 8058).
  route('newsletter/unsubscribe', 'newsletter/subscribers/pages/unsubscribe-page.tsx', {
    ...form,
    hasSecret: true,
    takesForeignPosts: true,
  }),

  route('submit', 'sources/suggestions/pages/submit.tsx', { ...costlyForm, files: 1 }),
  route('submit/:token', 'sources/suggestions/pages/submitted.tsx', { ...form, hasSecret: true }),

  route('search', 'site/search/search-page.tsx', {
    ...reading,
    cache: searchPage,
    load: 'costly',
    isClosedToCrawlers: true,
  }),
  route('search/suggestions', 'site/search/suggestions.ts', {
    ...reading,
    cache: suggestions,
    load: 'costly',
  }),

  route('sitemap.xml', 'site/sitemaps/sitemap-index.ts', { ...kept, load: 'costly' }),
  route('sitemaps/:part.xml', 'site/sitemaps/sitemap-part.ts', { ...kept, load: 'costly' }),
  route('news-sitemap.xml', 'site/sitemaps/news-sitemap.ts', kept),
  route('robots.txt', 'site/sitemaps/robots-txt.ts', kept),

  route('NotFound/:id', 'site/pages/not-found.tsx', reading),
  route('about', 'site/pages/about.tsx', listed),
  route('privacyPolicy', 'site/pages/privacy-policy.tsx', listed),
  route('contact', 'site/pages/contact.tsx', listed),
  route('correct/:collection/:id', 'sources/reports/pages/correction-form.tsx', form),
  route('correct/:collection/:id/report', 'sources/reports/pages/own-report.tsx', {
    ...form,
    hasSecret: true,
  }),
  route('accessibility', 'site/accessibility/pages/accessibility-statement.tsx', listed),
  route('speculation-rules.json', 'site/frame/speculation-rules.ts', kept),
  route('preferences/theme', 'site/frame/theme.ts', { ...form, isClosedToCrawlers: true }),

  route('share/site.png', 'site/share-images/share-image.ts', {
    ...picture,
    id: 'sharing/site-image',
    asFile: true,
  }),
  route('share/:section/:id.png', 'site/share-images/share-image.ts', picture),

  route('media/logo/:name', 'pictures/pages/logo-file.ts', { ...reading, asFile: true }),
  route('media/:name', 'pictures/pages/media-file.ts', { ...reading, asFile: true }),
  route('documents/:id/:name', 'documents/pages/document-file.ts', {
    ...reading,
    isLarge: true,
    asFile: true,
  }),

  route('.well-known/security.txt', 'site/pages/security-txt.ts', reading),
  route('healthz', 'site/health/healthz.ts', { ...reading, load: 'health' }),
  route('readyz', 'site/health/readyz.ts', { ...reading, load: 'health' }),

  // Accounts
  route('login', 'people/pages/login/login.tsx', {
    policy: { read: 'visitor-only', write: 'public' },
    load: 'costly',
  }),
  route('login/passkey', 'people/pages/login/passkey-question.ts', costlyForm),
  route('login/recovery', 'people/pages/login/recovery-page.tsx', costlyForm),
  route('login/google', 'people/pages/login/google-start.tsx', costlyForm),
  route('login/google/callback', 'people/pages/login/google-callback.ts', { ...reading, load: 'costly' }),
  route('login/google/done', 'people/pages/login/google-done.tsx', { ...reading, load: 'costly' }),
  route('login/google/join', 'people/pages/login/google-join-page.tsx', costlyForm),
  route('forgot', 'people/pages/login/forgot-page.tsx', costlyForm),
  route('reset/:token', 'people/pages/login/reset-page.tsx', { ...costlyForm, hasSecret: true }),
  route('verify/:token', 'people/pages/login/verify-page.tsx', { ...costlyForm, hasSecret: true }),
  route('verify/:token/refusal', 'people/pages/login/refuse-verification.ts', {
    ...costlyForm,
    hasSecret: true,
  }),
  // A session that has just ended can still log out.
  route('logout', 'people/pages/login/logout.tsx', { ...form, load: 'vital' }),
  route('account', 'people/pages/account-page.tsx', { ...members, isClosedToCrawlers: true }),
  route('account/proof', 'people/pages/login/proof-page.tsx', { ...members, load: 'costly' }),
  route('account/password', 'people/pages/password-page.tsx', { ...members, load: 'costly' }),
  route('account/name', 'people/pages/name-page.tsx', members),
  route('account/waiting-email', 'people/pages/waiting-email-choice.ts', members),
  route('account/address', 'people/pages/address-page.tsx', { ...members, load: 'costly' }),
  route('account/verification', 'people/pages/verification-resend.ts', members),
  route('account/google', 'people/pages/login/google-removal.ts', members),
  route('account/sessions', 'people/pages/sessions-page.tsx', members),
  route('account/passkeys', 'people/pages/passkeys-page.tsx', members),
  route('account/passkeys/options', 'people/pages/own-passkey-question.ts', members),
  route('account/passkeys/offer', 'people/pages/passkey-offer-page.tsx', members),
  route('account/passkeys/:id', 'people/pages/passkey-page.tsx', members),
  route('account/passkeys/:id/removal', 'people/pages/passkey-removal-page.tsx', members),
  route('account/recovery-codes', 'people/pages/recovery-codes-page.tsx', members),
  route('account/data', 'people/pages/data-export.ts', { policy: { read: 'member' } }),
  route('account/deletion', 'people/pages/deletion-page.tsx', members),
  route('account/administrator', 'people/pages/administrator-page.tsx', {
    ...members,
    load: 'costly',
    hasSecret: true,
  }),
  route('invitation', 'people/pages/invitation-page.tsx', { ...costlyForm, hasSecret: true }),
  route('setup', 'people/pages/setup/setup-page.tsx', { ...costlyForm, hasSecret: true }),
  route('setup/restore', 'moving/backup/pages/setup-restore.tsx', restoring),
  route('setup/restore/upload', 'moving/backup/pages/restore-upload.ts', restoring),
  route('setup/restore/progress', 'moving/backup/pages/setup-restore-progress.tsx', {
    ...reading,
    hasSecret: true,
  }),

  // Admin: everything below is guarded by the layout's middleware
  layout(
    'desk/hub/admin-layout.tsx',
    [
      index('site/pages/overview/overview.tsx', {
        policy: { read: 'contributor', write: 'editor' },
        isClosedToCrawlers: true,
      }),
      // Contributors are led to their own drafts.
      route(':collection', 'desk/list/collection-list.tsx', {
        policy: { read: 'contributor', write: 'editor' },
      }),
      route('drafts', 'desk/drafts/own-drafts.tsx', writers),
      route(':collection/:id/autosave', 'desk/form/autosave.ts', writers),
      route(':collection/:id/archiving', 'desk/form/archiving.tsx', editors),
      route(':collection/:id/draft-removal', 'desk/form/draft-removal.ts', editors),
      route(':collection/:id/source', 'sources/pages/source/source-decision.ts', editors),
      route(':collection/:id', 'desk/form/item-form.tsx', itemForm),
      route('pages', 'pages/pages/page-admin-list.tsx', editors),
      route('pages/:id/move', 'pages/pages/page-move.ts', editors),
      route('pages/:id/check', 'pages/pages/page-check.ts', editors),
      route('polls/:id', 'polls/pages/poll-admin-form.tsx', { ...itemForm, ...editors }),
      route('polls/:id/voting', 'polls/pages/poll-admin-voting.tsx', { policy: { read: 'editor' } }),
      route('polls/:id/closing', 'polls/pages/poll-closing.tsx', editors),
      route('polls/:id/reopening', 'polls/pages/poll-reopening.tsx', editors),
      route('polls/:id/copy', 'polls/pages/poll-copy.ts', editors),
      route('polls/:id/archive', 'polls/pages/poll-archive.tsx', editors),
      route('polls/:id/results.csv', 'polls/pages/poll-export-csv.ts', { policy: { read: 'editor' } }),
      route('polls/:id/results.json', 'polls/pages/poll-export-json.ts', { policy: { read: 'editor' } }),
      route(':collection/:id/picture', 'pictures/pages/item-picture.tsx', { ...writers, files: 1 }),
      route(':collection/:id/text-pictures', 'pictures/pages/text-picture-list.tsx', writers),
      route(':collection/:id/text-pictures/:place', 'pictures/pages/text-picture-choice.tsx', {
        ...writers,
        files: 1,
      }),
      route(':collection/:id/linked-pictures', 'pictures/pages/linked-pictures-page.tsx', writers),
      route(':collection/:id/revisions', 'desk/revisions/revisions.tsx', writers),
      route(':collection/:id/hand-in', 'desk/drafts/hand-in-change.ts', writers),
      route(':collection/:id/presence', 'desk/form/presence-report.ts', writers),
      route('selection/:collection', 'desk/list/selection.ts', editors),
      route('notices', 'site/notices/pages/notice-list.tsx', { policy: { read: 'editor' } }),
      route('notices/add', 'site/notices/pages/notice-form.tsx', { ...editors, id: 'notices/add' }),
      route('notices/:id', 'site/notices/pages/notice-form.tsx', editors),
      route('notices/:id/end', 'site/notices/pages/notice-end.ts', editors),
      route('notices/:id/deletion', 'site/notices/pages/notice-deletion.tsx', editors),
      route('inbox', 'sources/inbox/pages/inbox.tsx', editors),
      route('inbox/all', 'sources/inbox/pages/inbox-bulk.tsx', editors),
      route('inbox/decisions', 'sources/inbox/pages/inbox-decisions.ts', editors),
      route('inbox/selection', 'sources/inbox/pages/inbox-selection.ts', editors),
      route('inbox/undo', 'sources/inbox/pages/inbox-undo.tsx', editors),
      route('inbox/:id/merge', 'sources/inbox/pages/inbox-merge.tsx', editors),
      route('inbox/:id/:decision', 'sources/inbox/pages/inbox-decision.tsx', editors),
      route('pictures', 'pictures/pages/library.tsx', { ...editors, files: 20 }),
      route('pictures/missing', 'pictures/pages/missing-words.tsx', editors),
      route('pictures/cleanup', 'pictures/pages/picture-cleanup.tsx', editors),
      route('pictures/:id', 'pictures/pages/picture-page.tsx', editors),
      route('pictures/:id/replacement', 'pictures/pages/picture-replacement.tsx', pictured),
      route('pictures/:id/deletion', 'pictures/pages/picture-deletion.tsx', editors),
      route('documents', 'documents/pages/document-library.tsx', { ...editors, documents: 20 }),
      route('documents/cleanup', 'documents/pages/document-cleanup.tsx', editors),
      route('documents/:id', 'documents/pages/document-page.tsx', { ...editors, documents: 1 }),
      route('documents/:id/deletion', 'documents/pages/document-deletion.tsx', editors),
      route('documents/:id/versions/:number', 'documents/pages/document-version-file.ts', {
        policy: { read: 'editor' },
        isLarge: true,
      }),
      route('accessibility', 'site/accessibility/pages/finding-list.tsx', editors),
      route('sources', 'sources/pages/source-list.tsx', { policy: { read: 'editor' } }),
      route('sources/add', 'sources/pages/add-source.tsx', { ...editors, load: 'costly' }),
      route('sources/opml', 'sources/pages/sources-file.ts', { policy: { read: 'editor' } }),
      route('sources/import', 'sources/pages/import-sources.tsx', { ...pictured, maxFileBytes: 8 * MIB }),
      route('sources/check', 'sources/pages/check-all.ts', editors),
      route('sources/:id', 'sources/pages/source/source-page.tsx', { policy: { read: 'editor' } }),
      route('sources/:id/check', 'sources/pages/source/request-check.ts', { ...editors, load: 'costly' }),
      route('sources/:id/address', 'sources/pages/source/source-address.tsx', { ...editors, load: 'costly' }),
      route('sources/:id/pause', 'sources/pages/source/pause-source.ts', editors),
      route('sources/:id/resumption', 'sources/pages/source/resume-source.ts', editors),
      route('sources/:id/split', 'sources/pages/source/split-source-item.ts', editors),
      route('sources/:id/change', 'sources/pages/source/change-source.tsx', editors),
      route('sources/:id/removal', 'sources/pages/source/remove-source.tsx', editors),
      route('redirects', 'moving/redirects/pages/redirect-list.tsx', admins),
      route('redirects/missing', 'moving/redirects/pages/missing-list.tsx', admins),
      route('redirects/edit', 'moving/redirects/pages/redirect-edit.tsx', admins),
      route('redirects/changes', 'moving/redirects/pages/redirect-changes.ts', admins),
      route('redirects/import', 'moving/redirects/pages/redirect-import.tsx', {
        ...admins,
        files: 1,
        maxFileBytes: 20 * MIB,
      }),
      route('redirects/redirects.csv', 'moving/redirects/pages/redirects-file.ts', {
        policy: { read: 'admin' },
      }),
      route('newsletter', 'newsletter/pages/newsletter.tsx', editors),
      route('newsletter/settings', 'newsletter/pages/newsletter-settings.tsx', admins),
      route('newsletter/subscribers', 'newsletter/subscribers/pages/subscriber-list.tsx', {
        policy: { read: 'admin' },
      }),
      route('newsletter/subscribers/add', 'newsletter/subscribers/pages/add-subscriber.tsx', admins),
      route('newsletter/subscribers/import', 'newsletter/subscribers/pages/import-page.tsx', {
        ...admins,
        files: 1,
        maxFileBytes: 20 * MIB,
      }),
      route('newsletter/subscribers/refused.csv', 'newsletter/subscribers/pages/refused-rows-file.ts', {
        policy: { read: 'admin' },
      }),
      route('newsletter/subscribers/subscribers.csv', 'newsletter/subscribers/pages/subscribers-file.ts', {
        policy: { read: 'admin' },
      }),
      route('newsletter/subscribers/:id', 'newsletter/subscribers/pages/subscriber-page.tsx', {
        policy: { read: 'admin' },
      }),
      route(
        'newsletter/subscribers/:id/:change',
        'newsletter/subscribers/pages/subscriber-change.tsx',
        admins,
      ),
      route('newsletter/:id', 'newsletter/pages/composer/issue-page.tsx', editors),
      route('newsletter/:id/paper', 'newsletter/paper/draft-paper.tsx', {
        policy: { read: 'editor' },
        load: 'costly',
      }),
      route('newsletter/:id/paper.pdf', 'newsletter/paper/draft-paper-file.ts', {
        policy: { read: 'editor' },
        load: 'costly',
      }),
      route('newsletter/:id/autosave', 'newsletter/pages/composer/issue-autosave.ts', editors),
      route('newsletter/:id/email', 'newsletter/pages/issue-email.ts', { policy: { read: 'editor' } }),
      route('newsletter/:id/send', 'newsletter/pages/issue-send.tsx', editors),
      route('newsletter/:id/resend', 'newsletter/pages/issue-resend.tsx', editors),
      route('newsletter/:id/removal', 'newsletter/pages/issue-removal.tsx', editors),
      route('move-in', 'moving/import/pages/start-page.tsx', moving),
      route('move-in/upload', 'moving/import/pages/start-upload.ts', moving),
      route('move-in/:id', 'moving/import/pages/import-run-page.tsx', admins),
      route('move-in/:id/mapping', 'moving/import/pages/columns/columns-page.tsx', admins),
      route('move-in/:id/undo', 'moving/import/pages/undo-page.tsx', admins),
      route('move-in/:id/discard', 'moving/import/pages/discard-page.tsx', admins),
      route('move-in/:id/rejected.csv', 'moving/import/pages/progress/rejected-file.ts', {
        policy: { read: 'admin' },
      }),
      route('trash', 'desk/trash/trash.tsx', editors),
      route('trash/deletion', 'desk/trash/trash-deletion.tsx', admins),
      route('trash/undo', 'desk/trash/trash-undo.ts', editors),
      route('mail', 'desk/hub/mail.tsx', admins),
      route('mail/attempt', 'desk/hub/mail-attempt.ts', admins),
      route('mail/test', 'desk/hub/test-mail.ts', admins),
      route('activity', 'desk/hub/activity.tsx', { policy: { read: 'editor' } }),
      route('settings', 'desk/settings/settings-page.tsx', { ...admins, files: 3 }),
      route('settings/:setting/picture', 'pictures/pages/setting-picture.tsx', { ...admins, files: 1 }),
      route('first-steps/dismissal', 'site/pages/overview/first-steps-dismissal.ts', admins),
      route('settings/sample-town', 'desk/settings/sample-town.tsx', admins),
      route('settings/sample-town/undo', 'desk/settings/sample-town-undo.ts', admins),
      route('settings/sample-town/loading', 'desk/settings/sample-town-loading.ts', admins),
      route('settings/backups', 'moving/backup/pages/old-backups-path.ts', { policy: { read: 'admin' } }),
      route('backups', 'moving/backup/pages/backups.tsx', { ...admins, load: 'costly' }),
      route('successor', 'moving/backup/pages/successor-page.tsx', admins),
      route('successor/instructions', 'moving/backup/pages/successor-instructions.tsx', admins),
      route('backups/test', 'moving/backup/pages/restore-test-request.ts', admins),
      route('backups/resumption', 'moving/backup/pages/schedule-resumption.ts', admins),
      route('backups/:name', 'moving/backup/pages/backup-download.ts', {
        policy: { read: 'admin' },
        isLarge: true,
      }),
      route('backups/:name/deletion', 'moving/backup/pages/backup-deletion.tsx', admins),
      route('another-day', 'moving/as-of/pages/as-of-page.tsx', { policy: { read: 'editor' } }),
      route('another-day/preparing', 'moving/as-of/pages/preparing-page.tsx', { policy: { read: 'editor' } }),
      route('people', 'desk/people/people-page.tsx', admins),
      route('people/invitations/:id', 'desk/people/invitation-change.ts', admins),
      route('people/:id', 'desk/people/person-page.tsx', admins),
      route('people/:id/removal', 'desk/people/person-removal.tsx', admins),
      route('people/:id/administrator', 'desk/people/transfer-page.tsx', { ...admins, load: 'costly' }),
      route('settings/tokens', 'desk/hub/api-tokens.tsx', admins),
      route('settings/tokens/revocation', 'desk/hub/token-revocation.ts', admins),
    ],
    'admin',
  ),

  // Outside of the admin's layout, for their width
  route('admin/:collection/:id/preview', 'site/pages/preview/preview-frame.tsx', {
    policy: { read: 'contributor', write: 'editor' },
  }),
  route('admin/:collection/:id/preview/page', 'site/pages/preview/preview-page.tsx', {
    policy: { read: 'contributor' },
  }),
  route('admin/another-day/:moment/*', 'moving/as-of/pages/shown-day.ts', { ...editors, load: 'costly' }),
  route('preview/:token', 'site/pages/preview/shared-preview.tsx', {
    ...reading,
    hasSecret: true,
  }),

  // API
  route('api/v1/:collection/:id?', 'desk/api/collection-api.ts', { ...writingPrograms, cache: slices }),
  route('api/v1/:collection/:id/restore', 'desk/api/restore-api.ts', programs),
  route('api/v1/:collection/:id/revisions/:revision?', 'desk/api/revisions-api.ts', programs),
  route('api/v1/:collection/:id/revisions/:revision/restore', 'desk/api/revision-restore-api.ts', programs),
  route('api/v1/sources/preview', 'sources/api/source-preview-api.ts', { policy: editing, load: 'costly' }),
  route('api/v1/sources/:id/refresh', 'sources/api/source-refresh-api.ts', {
    policy: editing,
    load: 'costly',
  }),
  route('api/v1/notices/:id?', 'site/notices/api/notices-api.ts', { ...programs, cache: none }),
  route('api/v1/redirects', 'moving/redirects/api/redirects-api.ts', { policy: administering }),
  route('api/v1/sources/:id?', 'sources/api/sources-api.ts', { policy: editing }),
  route('api/v1/newsletter/issues/:id?', 'newsletter/api/issues-api.ts', { policy: editing }),
  route('api/v1/newsletter/issues/:id/send', 'newsletter/api/issue-send-api.ts', { policy: editing }),
  route('api/v1/newsletter/issues/:id/test', 'newsletter/api/issue-test-api.ts', { policy: editing }),
  route('api/v1/newsletter/subscribers/:id?', 'newsletter/api/subscribers-api.ts', { policy: administering }),
  route('api/v1/trash', 'desk/api/trash-api.ts', {
    policy: editing,
  }),
  route('api/v1/pictures/:id?', 'pictures/api/pictures-api.ts', {
    policy: { read: 'editor-or-token', write: 'contributor-or-token' },
    files: 1,
  }),
  route('api/v1/documents/:id?', 'documents/api/documents-api.ts', { ...programs, documents: 1 }),
  route('api/v1/documents/:id/file', 'documents/api/document-file-api.ts', { policy: editing, documents: 1 }),
  route('api/v1/polls/:id/votes', 'polls/api/poll-votes-api.ts', form),
  route('api/v1/search', 'site/search/api/search-api.ts', { ...programs, cache: searchCall, load: 'costly' }),
  route('api/v1/inbox', 'sources/inbox/api/inbox-api.ts', { policy: editing }),
  route('api/v1/inbox/undo', 'sources/inbox/api/inbox-undo-api.ts', { policy: editing }),
  route('api/v1/inbox/:id', 'sources/inbox/api/inbox-entry-api.ts', { policy: editing }),
  route('api/v1/newsletter/webhooks/:provider', 'newsletter/api/webhook-api.ts', form),
  route('api/v1/me', 'desk/api/me/me-api.ts', members),
  route('api/openapi.json', 'site/api/openapi.ts', { ...form, cache: none }),
  route('api/*', 'desk/api/unknown-call.ts', { ...form, isClosedToCrawlers: true }),

  // Accepts any method and returns 404. Before that, server/old-addresses.ts looks for a redirect.
  route('*', 'site/pages/unknown.tsx', form),
];

export default routes satisfies RouteConfig;
