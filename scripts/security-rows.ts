/** The safety requirements (docs/requirements.md) in short, with measurements, for docs/security.md. */
export type SecurityRow = { id: string; holds: string; figure?: string };

export const securityRows: SecurityRow[] = [
  {
    id: 'R-01',
    holds: 'Passwords are stored with argon2id at or above the OWASP minimum, and upgraded when weaker',
  },
  { id: 'R-02', holds: 'Hashing is bounded and never takes the site down' },
  { id: 'R-03', holds: 'Passwords of 8 to 256 characters, no common ones, never truncated' },
  { id: 'R-04', holds: 'Failed logins are limited per account and per network, across all processes' },
  { id: 'R-05', holds: 'Known and unknown addresses get the same response in the same time' },
  { id: 'R-06', holds: 'Sessions are stored as hashes, new at each login, and end everywhere at once' },
  { id: 'R-07', holds: 'The session cookie is __Host-, Secure, HttpOnly and SameSite=Lax' },
  {
    id: 'R-08',
    holds: 'Changing the password, address or a login method ends other sessions and notifies the owner',
  },
  { id: 'R-09', holds: 'Emailed links work once, expire, are stored as hashes and act only on POST' },
  { id: 'R-10', holds: 'A password set before an address was verified opens nothing' },
  { id: 'R-11', holds: 'A verification link completes only for the user who requested it' },
  { id: 'R-12', holds: 'The administrator is the verified holder of exactly the configured address' },
  { id: 'R-13', holds: 'The set-up link works once, expires, and succeeds for one of several users' },
  { id: 'R-14', holds: 'Google login checks issuer, audience, nonce, state and signature' },
  {
    id: 'R-15',
    holds:
      'A Google identity joins an account automatically only where Google is authoritative for the address',
  },
  { id: 'R-16', holds: 'Every route and operation has a policy, tested from the lists themselves' },
  { id: 'R-17', holds: 'Dangerous actions require the password again' },
  {
    id: 'R-18',
    holds: 'API tokens are shown once, stored as hashes, limited in scope and time, and revocable',
  },
  { id: 'R-19', holds: 'Requests that change something come from the site itself' },
  { id: 'R-20', holds: 'Redirects after login stay on the site' },
  {
    id: 'R-21',
    holds:
      'One allow-list sanitizes HTML on save and on render; sanitizing again changes nothing, and no active content remains',
    figure:
      '100,000 generated texts and all 223 fixtures of DOMPurify: nothing forbidden remains, and a second pass changes nothing. 512 KiB of dense paragraphs: 110 to 190 ms of one core to save, 56 to 85 ms to show; brackets or ampersands only: 50 ms',
  },
  {
    id: 'R-22',
    holds:
      'Only http, https, mailto and tel become links; external links have noopener; images are https or ours',
  },
  {
    id: 'R-23',
    holds: 'Every response has a content security policy without unsafe-*; no cached page contains a nonce',
    figure:
      '0 violations on all pages as visitor and administrator; 130 points by the rules of Mozilla’s Observatory (A+ from 100)',
  },
  {
    id: 'R-24',
    holds: 'Every response has the other security headers',
    figure: 'more than 700 responses, none lacks one',
  },
  {
    id: 'R-25',
    holds: 'API responses reveal no internals and are open to no other origin',
    figure: '1,000 random calls of 25 operations: no 5xx, no leak',
  },
  {
    id: 'R-26',
    holds:
      'One strict schema per type validates input: 400 for unknown fields, 422 for invalid ones, 405, 413, 415',
  },
  {
    id: 'R-27',
    holds: 'No part of a request becomes SQL text',
    figure: 'sqlmap level 3: nothing; a cursor changed at every byte: the same order or an error',
  },
  {
    id: 'R-28',
    holds: 'Search accepts any text, and aborts what takes too long',
    figure: '10,000 generated searches at five addresses: 200, 404 or 414',
  },
  { id: 'R-29', holds: 'Ids are letters, digits, - and _, at most 128' },
  { id: 'R-30', holds: 'CSV exports neutralize formulas' },
  {
    id: 'R-31',
    holds: 'Exports contain only the user’s data; a deleted account leaves nothing',
    figure: 'no other row of any table, on both databases',
  },
  {
    id: 'R-32',
    holds: 'A cached page depends only on its address and theme',
    figure: '32 hostile headers on 21 addresses: identical bytes',
  },
  {
    id: 'R-33',
    holds: 'Responses for one user are sent to nobody else',
    figure: '1,000 requests of 50 users and visitors, mixed: nothing from another user',
  },
  {
    id: 'R-34',
    holds: 'Junk requests neither fill the cache nor get a page',
    figure: '5,000 junk names, 2,500 junk values: all real pages still cached',
  },
  {
    id: 'R-35',
    holds: 'A change is visible at once, and the day changes at the town’s midnight',
    figure: 'four time zones, both changes of daylight saving',
  },
  { id: 'R-36', holds: 'An unknown Host is served and never repeated' },
  {
    id: 'R-37',
    holds: 'Requests to other servers go through one module, which connects only to public addresses',
  },
  {
    id: 'R-38',
    holds: 'A hostile server costs a fixed amount of time and memory',
    figure: '20 s, 2 MiB compressed, 8 MiB decompressed; pictures 20 MiB, with the command line 60 s',
  },
  {
    id: 'R-39',
    holds:
      'Feeds, calendars and pages of others are parsed in a thread that is replaced when it exceeds its limits',
    figure: '128 MB of objects, 5 s, 500 items or 2,000 events, titles of 300 characters, texts of 256 KiB',
  },
  {
    id: 'R-40',
    holds: 'Repeated events of calendars have a limited number of dates',
    figure: '18 months, 366 dates of an event, 2,000 of a source',
  },
  {
    id: 'R-41',
    holds: 'A failing source backs off, never delays others, and is no longer checked after 14 days',
    figure: '1, 2, 4 … 24 h; 4 sources at once and 4 that are requested, 1 per server',
  },
  {
    id: 'R-42',
    holds: 'A source that redirects to another site imports nothing until an editor confirms it',
  },
  {
    id: 'R-44',
    holds:
      'Pictures are recognized by their content, decoded in another process, and re-encoded without metadata',
  },
  {
    id: 'R-45',
    holds: 'Size, pixels, frames and time of a picture are limited before it is decoded',
    figure: '20 MiB, 40 megapixels, 12,000 pixels per side, 100 frames, 10 s',
  },
  {
    id: 'R-46',
    holds: 'Only files of pictures and documents in the library are served, and they cannot run',
  },
  {
    id: 'R-47',
    holds: 'Uploads leave room on the disk',
    figure: '512 MiB; 5 % of a larger disk, up to 4 GiB',
  },
  { id: 'R-48', holds: 'One vote per voter and poll, under any concurrency, on every node' },
  { id: 'R-49', holds: 'The database refuses votes in closed polls and for options of other polls' },
  { id: 'R-50', holds: 'Votes without an account are limited per network and shown separately' },
  {
    id: 'R-51',
    holds: 'Public forms resist programs without a puzzle, and all is reviewed but trusted senders’ events',
  },
  { id: 'R-53', holds: 'Unsubscribing takes one POST and no login; opening a link changes nothing' },
  { id: 'R-54', holds: 'The newsletter goes only to verified addresses that opted in' },
  { id: 'R-55', holds: 'Nobody can add a header or a recipient to an email' },
  { id: 'R-56', holds: 'Email problems fail no request' },
  { id: 'R-57', holds: 'Emails written to files are private and short-lived' },
  { id: 'R-58', holds: 'Slow clients cannot block the server' },
  { id: 'R-59', holds: 'One message is one request' },
  { id: 'R-60', holds: 'The client’s address comes from the trusted number of proxies' },
  { id: 'R-61', holds: '/metrics is closed to strangers' },
  { id: 'R-62', holds: 'Overload is refused early and fairly' },
  { id: 'R-63', holds: 'The server shuts down in order' },
  { id: 'R-64', holds: 'A failure ends its request with a reference number' },
  { id: 'R-65', holds: 'The log contains no secrets, and nobody can forge a line' },
  { id: 'R-66', holds: 'The activity log records who did what' },
  { id: 'R-67', holds: 'Secrets and data are readable by their owner only' },
  { id: 'R-68', holds: 'A backup is complete, and a restore brings back nothing that was revoked' },
  { id: 'R-69', holds: 'One node migrates; a failure leaves the old schema' },
  { id: 'R-70', holds: 'Exact lockfile, no install scripts, vulnerabilities are checked' },
];
