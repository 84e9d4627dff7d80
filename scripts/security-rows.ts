/** The safety requirements by their numbers, in the words of docs/security.md, with what was measured. */
export type SecurityRow = { id: string; holds: string; figure?: string };

export const securityRows: SecurityRow[] = [
  {
    id: 'R-01',
    holds: 'Passwords are stored with argon2id at or above the OWASP minimum, and upgraded when weaker',
  },
  { id: 'R-02', holds: 'Hashing is bounded and never takes the site down' },
  { id: 'R-03', holds: 'Passwords of 8 to 256 characters, no common ones, never truncated' },
  { id: 'R-04', holds: 'Failed sign-ins are slowed per account and per network, for all processes' },
  { id: 'R-05', holds: 'Known and unknown addresses get the same answer in the same time' },
  { id: 'R-06', holds: 'Sessions are hashed at rest, new at each sign-in, and end at once everywhere' },
  { id: 'R-07', holds: 'The session cookie is __Host-, Secure, HttpOnly and SameSite=Lax' },
  { id: 'R-08', holds: 'A change of password, address or sign-in ends other sessions and tells the owner' },
  { id: 'R-09', holds: 'Links by mail work once, expire, are hashed at rest and act on POST alone' },
  { id: 'R-10', holds: 'A password set before an address was proven opens nothing' },
  { id: 'R-11', holds: 'A confirmation link completes only for who asked for it' },
  { id: 'R-12', holds: 'The administrator is the verified holder of the address, in no variant of it' },
  { id: 'R-13', holds: 'The set-up link works once, expires, and one of two wins' },
  { id: 'R-14', holds: 'Google sign-in checks issuer, audience, nonce, state and signature' },
  {
    id: 'R-15',
    holds: 'A Google identity joins an account by itself only where Google speaks for the address',
  },
  { id: 'R-16', holds: 'Every door has a policy, tested from the list of routes and operations' },
  { id: 'R-17', holds: 'Dangerous acts ask for the password again' },
  { id: 'R-18', holds: 'API tokens are shown once, hashed, scoped, revocable and expiring' },
  { id: 'R-19', holds: 'What changes something comes from the site itself' },
  { id: 'R-20', holds: 'Redirects after sign-in stay on the site' },
  {
    id: 'R-21',
    holds:
      'HTML is sanitized by one allow-list on write and on render; the result is a fixed point without active content',
    figure:
      '100,000 made-up texts and all 223 fixtures of DOMPurify: nothing forbidden left, no second change. 512 KiB of dense paragraphs: 110 to 190 ms of one core to save, 56 to 85 ms to show; of brackets or ampersands alone: 50 ms',
  },
  {
    id: 'R-22',
    holds: 'Only http(s), mailto and tel are links; outside links have noopener; pictures are https or ours',
  },
  {
    id: 'R-23',
    holds: 'A content security policy without unsafe-*, on every answer; no nonce in a kept page',
    figure:
      '0 violations on all pages as visitor and administrator; 130 points of the Observatory’s rules (A+ from 100)',
  },
  {
    id: 'R-24',
    holds: 'The other headers are on every answer',
    figure: 'more than 700 answers, none lacks one',
  },
  {
    id: 'R-25',
    holds: 'API answers tell nothing of the inside and are open to no other origin',
    figure: '1,000 random calls of 25 operations: no 5xx, no leak',
  },
  {
    id: 'R-26',
    holds:
      'Input is checked by one strict schema per thing: unknown fields 400, wrong ones 422, 405, 413, 415',
  },
  {
    id: 'R-27',
    holds: 'No SQL text is made of a request',
    figure: 'sqlmap level 3: nothing; a cursor changed at each place: the same order or a refusal',
  },
  {
    id: 'R-28',
    holds: 'Search takes any text, and gives up what takes too long',
    figure: '10,000 made-up searches at five doors: 200, 404 or 414',
  },
  { id: 'R-29', holds: 'Ids are letters, digits, - and _, at most 128' },
  { id: 'R-30', holds: 'CSV exports neutralise formulas' },
  {
    id: 'R-31',
    holds: 'Exports return the least; a deleted account leaves nothing',
    figure: 'no other row of any table, on both databases',
  },
  {
    id: 'R-32',
    holds: 'A kept page depends on its address and theme alone',
    figure: '32 hostile headers on 21 addresses: byte-equal',
  },
  {
    id: 'R-33',
    holds: 'What is made for one is sent to nobody else',
    figure: '1,000 requests of 50 people and visitors, mixed: nothing foreign',
  },
  {
    id: 'R-34',
    holds: 'Junk neither fills the cache nor looks like a page',
    figure: '100,000 junk names, 26,000 junk values: all real pages still kept',
  },
  {
    id: 'R-35',
    holds: 'A change shows at once, and the day turns over at the town’s midnight',
    figure: 'four zones, daylight saving both ways',
  },
  { id: 'R-36', holds: 'An unknown Host is served and never named' },
  {
    id: 'R-37',
    holds: 'Other servers are asked through one door, which reaches nobody but the public network',
  },
  {
    id: 'R-38',
    holds: 'A hostile server costs a fixed time and memory',
    figure: '20 s, 2 MiB as sent, 8 MiB decoded',
  },
  { id: 'R-48', holds: 'One vote for each voter and poll, whatever happens at once, on every node' },
  { id: 'R-49', holds: 'A closed poll and another poll’s option are refused where the vote is written' },
  { id: 'R-50', holds: 'Votes without an account are bounded by network and shown apart' },
  { id: 'R-55', holds: 'Nobody adds a header or a recipient to a mail' },
  { id: 'R-56', holds: 'Trouble with mail fails no request' },
  { id: 'R-57', holds: 'Mails kept as files are private and short-lived' },
  { id: 'R-58', holds: 'Slow clients cannot hold the server' },
  { id: 'R-59', holds: 'One message is one request' },
  { id: 'R-60', holds: 'The client’s address comes from as many proxies as are trusted' },
  { id: 'R-61', holds: '/metrics is closed to strangers' },
  { id: 'R-62', holds: 'Too much load is refused early and fairly' },
  { id: 'R-63', holds: 'The server ends in order' },
  { id: 'R-64', holds: 'A failure ends its request with a number to refer to' },
  { id: 'R-65', holds: 'The log holds no secret, and nobody forges a line' },
  { id: 'R-66', holds: 'The audit log tells who did what' },
  { id: 'R-67', holds: 'Secrets and data are readable by their owner alone' },
  { id: 'R-68', holds: 'A backup is whole, and a restore revives nothing that was revoked' },
  { id: 'R-69', holds: 'One node migrates; a failure leaves the old schema' },
  { id: 'R-70', holds: 'Exact lockfile, few install scripts, advisories watched' },
];
