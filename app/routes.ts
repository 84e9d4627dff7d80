/** The only list of addresses: read it and you have seen the site. */
import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('site/home.ts'),

  route('articles', 'articles/article-list.tsx'),
  route('articles/:id', 'articles/article-page.tsx'),

  route('NotFound/:id', 'site/not-found.tsx'),
  route('about', 'site/about.tsx'),
  route('privacyPolicy', 'site/privacy-policy.tsx'),
  route('contact', 'site/contact.tsx'),
  route('preferences/theme', 'site/theme.ts'),

  route('healthz', 'site/healthz.ts'),
  route('readyz', 'site/readyz.ts'),

  // Accounts

  // Admin

  // API

  route('*', 'site/unknown.tsx'),
] satisfies RouteConfig;
