import { HIT, RUN } from './payload.ts';

const script = `javascript:${RUN}`;

/** Addresses that must not stay what a click follows. */
const linkAddresses: Record<string, string> = {
  script,
  'script in upper case': `JAVASCRIPT:${RUN}`,
  'script in mixed case': `JaVaScRiPt:${RUN}`,
  'script after spaces': `   ${script}`,
  'script after a line break': `\n${script}`,
  'script after a no-break space': `\u00a0${script}`,
  'script after a control character': `\u0001${script}`,
  'script after an entity of a control character': `&#1;${script}`,
  'script after an entity of a null byte': `&#0;${script}`,
  'script with a tab inside': `java\tscript:${RUN}`,
  'script with a line break inside': `java\nscript:${RUN}`,
  'script with a carriage return inside': `java\rscript:${RUN}`,
  'script with a tab before the colon': `javascript\t:${RUN}`,
  'script with a null byte inside': `java\0script:${RUN}`,
  'script with an entity of a tab': `java&Tab;script:${RUN}`,
  'script with an entity of a line break': `java&NewLine;script:${RUN}`,
  'script with an entity of the colon': `javascript&colon;${RUN}`,
  'script with a number entity': `&#106;avascript:${RUN}`,
  'script with a padded number entity without semicolon': `&#0000106avascript:${RUN}`,
  'script with a hexadecimal entity': `&#x6A;avascript&#x3A;${RUN}`,
  'script with an entity of a tab by number': `jav&#x09;ascript:${RUN}`,
  'script with a comment inside': `java<!-- -->script:${RUN}`,
  'script that looks like a web address': `javascript://example.org/%0a${RUN}`,
  'script that ends like a web address': `${script}//https://example.org/`,
  'script behind another scheme': `feed:${script}`,
  'script behind the source view': `view-source:${script}`,
  'script behind feeds of feeds': `feed:feed:${script}`,
  'script between feeds': `feed:javascript:feed:${script}`,
  'script in script': `javascript:${script}`,
  'script with the colon by a long number, no semicolon': `javascript&#0000058${RUN}`,
  'script with the colon by its name in upper case': `javascript&COLON;${RUN}`,
  'script with every letter by a number, no semicolons': [...script]
    .map((c) => `&#x${c.charCodeAt(0).toString(16)}`)
    .join(''),
  'script after a shift-out among spaces': ` &#14;  ${script}`,
  'script with soft hyphens inside': `java\u00adscript:${RUN}`,
  'script after a byte order mark': `\ufeff${script}`,
  vbscript: 'vbscript:window.__hit=1',
  livescript: `livescript:${RUN}`,
  mocha: `mocha:[${RUN}]`,
  'data with html': `data:text/html,<script>${RUN}</script>`,
  'data with html in base64': 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data with svg': `data:image/svg+xml,<svg onload=${RUN}>`,
  'data in mixed case': `DaTa:text/html,<script>${RUN}</script>`,
  blob: 'blob:https://hit.invalid/0f8fad5b-d9cb-469f-a165-70867728950e',
  filesystem: 'filesystem:https://hit.invalid/temporary/x.html',
  file: 'file:///etc/passwd',
  ftp: 'ftp://hit.invalid/',
  websocket: 'wss://hit.invalid/',
  intent: 'intent://hit.invalid/#Intent;scheme=https;end',
  'Windows shell': 'ms-msdt:/id PCWDiagnostic',
  'no scheme': '//hit.invalid/',
  'no scheme, three slashes': '///hit.invalid/',
  backslashes: '\\\\hit.invalid/',
  'slash and backslash': '/\\hit.invalid/',
  'backslash and slash': '\\/hit.invalid/',
  'tab between slashes': '/\t/hit.invalid/',
  'line break between slashes': '/\n/hit.invalid/',
  'entity of a tab between slashes': '/&#9;/hit.invalid/',
  'control character before the slashes': '\u0001//hit.invalid/',
};

/** Addresses that may stay, if what leaves the site says so. */
const outsideAddresses: Record<string, string> = {
  'web address': HIT,
  'web address in upper case': 'HTTPS://HIT.INVALID/',
  'web address with a line break inside the scheme': 'ht\ntps://hit.invalid/',
  'web address after a tab': `\t${HIT}`,
  'web address with one slash': 'https:/hit.invalid/',
  'web address without slashes': 'http:hit.invalid',
  'web address with backslashes': 'https:\\\\hit.invalid\\',
  'web address with a name before': 'https://belfry.example@hit.invalid/',
};

const quoted = (address: string) => `"${address.replaceAll('"', '&quot;')}"`;

function inLinks(addresses: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => [`link: ${name}`, `<a href=${quoted(address)}>x</a>`]),
  );
}

function inImages(addresses: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => [`image: ${name}`, `<img src=${quoted(address)}>`]),
  );
}

export const addressTricks: Record<string, string> = {
  ...inLinks(linkAddresses),
  ...inImages(linkAddresses),
  ...inLinks(outsideAddresses),
  'image: not encrypted': '<img src="http://hit.invalid/x.png">',
  'link: unquoted': `<a href=${script}>x</a>`,
  'link: twice': `<a href="/x" href="${script}">x</a>`,
  'link: opens in the window above': `<a href="${HIT}" target=_top>x</a>`,
  'link: opens in a named window': `<a href="${HIT}" target=main rel="opener">x</a>`,
  'link: inside the site with a foreign target': '<a href="/x" target=_parent rel="opener prefetch">x</a>',
  'link: without an address but with a target': '<a target=_top rel=opener>x</a>',
  'link: counts the click': `<a href="/x" ping="${HIT}" download attributionsrc="${HIT}">x</a>`,
  'link: in svg': `<svg><a xlink:href="${script}"><text>x</text></a></svg>`,
  'link: in svg, animated': `<svg><a><animate attributeName=href values="${script}" /><text>x</text></a></svg>`,
  'link: in svg, set': `<svg><a id=x><text>x</text></a><set href=#x attributeName=href to="${script}" /></svg>`,
  'link: in math': `<math href="${script}"><mtext>x</mtext></math>`,
  'link: in an image map': `<img src="/x.png" usemap="#m"><map name=m><area href="${script}" shape=default></map>`,
  'link: rebased': `<base href="${script}"><a href="#x">x</a>`,
  'link: rebased to elsewhere': `<base href="${HIT}" target=_top><a href="x">x</a><img src="/x.png">`,
  'link: cited': `<blockquote cite="${script}">x</blockquote><q cite="${script}">x</q><del cite="${script}">x</del>`,
};
