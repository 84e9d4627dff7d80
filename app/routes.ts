/** The only list of addresses: read it and you have seen the site. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('site/home.ts'),

  layout('site/beside-lists.tsx', [
    route('articles', 'articles/article-list.tsx'),
    route('news', 'news/news-list.tsx'),
  ]),
  route('articles/:id/:slug?', 'articles/article-page.tsx'),
  route('news/:id/:slug?', 'news/news-page.tsx'),

  route('events', 'events/event-list.tsx'),
  route('events.ics', 'events/events-calendar.ts'),
  route('events/:id/:slug?', 'events/event-page.tsx'),
  route('events/:id.ics', 'events/event-calendar.ts'),

  route('polls', 'polls/poll-list.tsx'),
  route('polls/:id/:slug?', 'polls/poll-page.tsx'),
  route('polls/:id/results', 'polls/poll-results.tsx'),
  route('polls/:id/vote', 'polls/poll-vote.tsx'),
  route('polls/:id/withdrawal', 'polls/poll-withdrawal.ts'),
  route('polls/:id/ballots', 'polls/poll-ballots.tsx'),
  route('polls/:id/ballots.txt', 'polls/poll-ballots-file.ts'),
  route('polls/:id/embed', 'polls/poll-embed.ts'),

  route('businesses', 'businesses/business-list.tsx'),
  route('businesses/:id/:slug?', 'businesses/business-page.tsx'),

  route('subscribe', 'syndication/subscribe.tsx'),
  route('feeds/:feed', 'syndication/feed-file.ts'),

  route('search', 'search/search-page.tsx'),
  route('search/suggestions', 'search/suggestions.ts'),

  route('sitemap.xml', 'sitemaps/sitemap-index.ts'),
  route('sitemaps/:part.xml', 'sitemaps/sitemap-part.ts'),
  route('news-sitemap.xml', 'sitemaps/news-sitemap.ts'),
  route('robots.txt', 'sitemaps/robots-txt.ts'),

  route('NotFound/:id', 'site/not-found.tsx'),
  route('about', 'site/about.tsx'),
  route('privacyPolicy', 'site/privacy-policy.tsx'),
  route('contact', 'site/contact.tsx'),
  route('preferences/theme', 'site/theme.ts'),

  route('share/site.png', 'sharing/share-image.ts', { id: 'sharing/site-image' }),
  route('share/:section/:id.png', 'sharing/share-image.ts'),

  route('.well-known/security.txt', 'site/security-txt.ts'),
  route('healthz', 'site/healthz.ts'),
  route('readyz', 'site/readyz.ts'),

  // Accounts
  route('login', 'accounts/login.tsx'),
  route('login/google', 'accounts/google-start.tsx'),
  route('login/google/callback', 'accounts/google-callback.ts'),
  route('login/google/done', 'accounts/google-done.tsx'),
  route('login/google/join', 'accounts/google-join-page.tsx'),
  route('forgot', 'accounts/forgot-page.tsx'),
  route('reset/:token', 'accounts/reset-page.tsx'),
  route('verify/:token', 'accounts/verify-page.tsx'),
  route('verify/:token/refusal', 'accounts/verify-refusal.ts'),
  route('logout', 'accounts/logout.tsx'),
  route('account', 'accounts/account-page.tsx'),
  route('account/proof', 'accounts/proof-page.tsx'),
  route('account/password', 'accounts/password-page.tsx'),
  route('account/address', 'accounts/address-page.tsx'),
  route('account/verification', 'accounts/verification-resend.ts'),
  route('account/google', 'accounts/google-removal.ts'),
  route('account/sessions', 'accounts/sessions.ts'),
  route('account/data', 'accounts/data-export.ts'),
  route('account/deletion', 'accounts/deletion-page.tsx'),
  route('setup', 'accounts/setup-page.tsx'),

  // Admin: everything below is guarded by the layout's middleware
  route('admin', 'admin/admin-layout.tsx', [
    index('admin/admin-hub.tsx'),
    route('articles', 'articles/article-admin-list.tsx'),
    route('articles/:id', 'articles/article-admin-form.tsx'),
    route('news', 'news/news-admin-list.tsx'),
    route('news/:id', 'news/news-admin-form.tsx'),
    route('events', 'events/event-admin-list.tsx'),
    route('events/:id', 'events/event-admin-form.tsx'),
    route('polls', 'polls/poll-admin-list.tsx'),
    route('polls/:id', 'polls/poll-admin-form.tsx'),
    route('polls/:id/voting', 'polls/poll-admin-voting.tsx'),
    route('polls/:id/closing', 'polls/poll-closing.ts'),
    route('polls/:id/reopening', 'polls/poll-reopening.ts'),
    route('polls/:id/copy', 'polls/poll-copy.ts'),
    route('polls/:id/archive', 'polls/poll-archive.ts'),
    route('polls/:id/results.csv', 'polls/poll-export-csv.ts'),
    route('polls/:id/results.json', 'polls/poll-export-json.ts'),
    route('businesses', 'businesses/business-admin-list.tsx'),
    route('businesses/:id', 'businesses/business-admin-form.tsx'),
    route('mail', 'admin/mail.tsx'),
    route('mail/attempt', 'admin/mail-attempt.ts'),
    route('mail/test', 'admin/test-mail.ts'),
    route('activity', 'admin/activity.tsx'),
    route('settings', 'admin/settings.tsx'),
    route('settings/sample-town', 'admin/sample-town.tsx'),
    route('settings/sample-town/undo', 'admin/sample-town-undo.ts'),
    route('settings/sample-town/loading', 'admin/sample-town-loading.ts'),
    route('settings/backups', 'admin/backups.tsx'),
    route('settings/backups/request', 'admin/backup-request.ts'),
    route('settings/backups/resumption', 'admin/schedule-resumption.ts'),
    route('settings/tokens', 'admin/api-tokens.tsx'),
    route('settings/tokens/revocation', 'admin/token-revocation.ts'),
  ]),

  // API
  route('api/v1/articles/:id?', 'articles/article-api.ts'),
  route('api/v1/news/:id?', 'news/news-api.ts'),
  route('api/v1/events/:id?', 'events/event-api.ts'),
  route('api/v1/polls/:id?', 'polls/poll-api.ts'),
  route('api/v1/polls/:id/votes', 'polls/poll-votes-api.ts'),
  route('api/v1/businesses/:id?', 'businesses/business-api.ts'),
  route('api/v1/search', 'search/search-api.ts'),
  route('api/v1/me', 'me/me-api.ts'),
  route('api/openapi.json', 'openapi.ts'),
  route('api/*', 'api/unknown.ts'),

  // Also /feed, /rss.xml and the like, where readers look for what is at /feeds/all.rss: syndication/guessed-feeds.ts.
  route('*', 'site/unknown.tsx'),
] satisfies RouteConfig;
