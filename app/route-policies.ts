/** Who may pass each door of the site. A route that is not named here keeps the site from starting. */
import type { DoorPolicy } from '#app/policy.ts';

const reading: DoorPolicy = { read: 'public' };
const form: DoorPolicy = { read: 'public', write: 'public' };
const members: DoorPolicy = { read: 'member', write: 'member' };
const admins: DoorPolicy = { read: 'admin', write: 'admin' };
const programs: DoorPolicy = { read: 'public', write: 'admin-or-token' };

/** By the file of the route, as `routes.ts` names it. */
export const routePolicies: Record<string, DoorPolicy> = {
  root: reading,
  'site/home.ts': reading,
  'site/beside-lists.tsx': reading,
  'articles/article-list.tsx': reading,
  'articles/article-page.tsx': reading,
  'news/news-list.tsx': reading,
  'news/news-page.tsx': reading,
  'events/event-list.tsx': reading,
  'events/events-calendar.ts': reading,
  'events/event-page.tsx': reading,
  'events/event-calendar.ts': reading,
  'polls/poll-list.tsx': reading,
  'polls/poll-page.tsx': reading,
  'polls/poll-results.tsx': reading,
  // Who may vote is a rule of each poll.
  'polls/poll-vote.tsx': form,
  'polls/poll-withdrawal.ts': form,
  'polls/poll-ballots.tsx': reading,
  'polls/poll-ballots-file.ts': reading,
  'polls/poll-embed.ts': reading,
  'businesses/business-list.tsx': reading,
  'businesses/business-page.tsx': reading,
  'syndication/subscribe.tsx': reading,
  'syndication/feed-file.ts': reading,
  'search/search-page.tsx': reading,
  'sitemaps/sitemap-index.ts': reading,
  'sitemaps/sitemap-part.ts': reading,
  'sitemaps/news-sitemap.ts': reading,
  'sitemaps/robots-txt.ts': reading,
  'search/suggestions.ts': reading,
  'site/not-found.tsx': reading,
  'site/about.tsx': reading,
  'site/privacy-policy.tsx': reading,
  'site/contact.tsx': reading,
  'sharing/share-image.ts': reading,
  'sharing/site-image': reading,
  'site/security-txt.ts': reading,
  'site/theme.ts': form,
  'site/healthz.ts': reading,
  'site/readyz.ts': reading,
  // Takes any method, to say that there is nothing.
  'site/unknown.tsx': form,

  'accounts/login.tsx': { read: 'visitor-only', write: 'public' },
  'accounts/google-start.tsx': form,
  'accounts/google-callback.ts': reading,
  'accounts/google-done.tsx': reading,
  'accounts/google-join-page.tsx': form,
  'accounts/forgot-page.tsx': form,
  'accounts/reset-page.tsx': form,
  'accounts/verify-page.tsx': form,
  'accounts/verify-refusal.ts': form,
  'accounts/setup-page.tsx': form,
  // Whose session has ended meanwhile may still sign out.
  'accounts/logout.tsx': form,
  'accounts/account-page.tsx': members,
  'accounts/proof-page.tsx': members,
  'accounts/password-page.tsx': members,
  'accounts/address-page.tsx': members,
  'accounts/verification-resend.ts': members,
  'accounts/google-removal.ts': members,
  'accounts/sessions.ts': members,
  'accounts/data-export.ts': { read: 'member' },
  'accounts/deletion-page.tsx': members,

  'admin/admin-layout.tsx': admins,
  'admin/admin-hub.tsx': admins,
  'articles/article-admin-list.tsx': admins,
  'articles/article-admin-form.tsx': admins,
  'news/news-admin-list.tsx': admins,
  'news/news-admin-form.tsx': admins,
  'events/event-admin-list.tsx': admins,
  'events/event-admin-form.tsx': admins,
  'polls/poll-admin-list.tsx': admins,
  'polls/poll-admin-form.tsx': admins,
  'polls/poll-admin-voting.tsx': { read: 'admin' },
  'polls/poll-closing.ts': admins,
  'polls/poll-reopening.ts': admins,
  'polls/poll-copy.ts': admins,
  'polls/poll-archive.ts': admins,
  'polls/poll-export-csv.ts': { read: 'admin' },
  'polls/poll-export-json.ts': { read: 'admin' },
  'businesses/business-admin-list.tsx': admins,
  'businesses/business-admin-form.tsx': admins,
  'admin/mail.tsx': admins,
  'admin/mail-attempt.ts': admins,
  'admin/test-mail.ts': admins,
  'admin/activity.tsx': { read: 'admin' },
  'admin/settings.tsx': admins,
  'admin/sample-town.tsx': admins,
  'admin/sample-town-undo.ts': admins,
  'admin/sample-town-loading.ts': admins,
  'admin/backups.tsx': admins,
  'admin/backup-request.ts': admins,
  'admin/schedule-resumption.ts': admins,
  'admin/api-tokens.tsx': admins,
  'admin/token-revocation.ts': admins,

  'articles/article-api.ts': programs,
  'news/news-api.ts': programs,
  'events/event-api.ts': programs,
  'polls/poll-api.ts': programs,
  'polls/poll-votes-api.ts': form,
  'businesses/business-api.ts': programs,
  'search/search-api.ts': programs,
  'me/me-api.ts': members,
  'openapi.ts': form,
  'api/unknown.ts': form,
};

/** The policy of a route by its id in the build, which is its file without the ending; undefined when it has none. */
export function findRoutePolicy(id: string): DoorPolicy | undefined {
  return byId.get(id);
}

const byId = new Map(
  Object.entries(routePolicies).map(([file, policy]) => [file.replace(/\.tsx?$/, ''), policy]),
);
