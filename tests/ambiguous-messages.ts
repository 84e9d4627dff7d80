/** Messages that contain a second request for a program that reads the first one differently. */
export const SMUGGLED = 'GET /smuggled HTTP/1.1\nHost: localhost\n\n';

/** Messages whose end is ambiguous. ␊ is a line feed alone; other line ends are correct. */
export const ambiguous: [string, string][] = [
  [
    'Content-Length and Transfer-Encoding',
    `POST /login HTTP/1.1\nHost: x\nContent-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'Transfer-Encoding and Content-Length',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nContent-Length: 4\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'two lengths',
    `POST /login HTTP/1.1\nHost: x\nContent-Length: 0\nContent-Length: ${SMUGGLED.length}\n\n${SMUGGLED}`,
  ],
  ['a list of lengths', `POST /login HTTP/1.1\nHost: x\nContent-Length: 0, 0\n\n${SMUGGLED}`],
  ['a length with a sign', `POST /login HTTP/1.1\nHost: x\nContent-Length: +0\n\n${SMUGGLED}`],
  [
    'chunked, identity',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked, identity\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'identity, chunked',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: identity, chunked\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'two encodings',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nTransfer-Encoding: identity\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'an encoding in disguise',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: xchunked\n\n0\n\n${SMUGGLED}`,
  ],
  ['a space before the colon', `POST /login HTTP/1.1\nHost: x\nContent-Length : 0\n\n${SMUGGLED}`],
  [
    'a space before the colon of the encoding',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding : chunked\n\n0\n\n${SMUGGLED}`,
  ],
  ['a folded header', `GET /articles HTTP/1.1\nHost: x\nX-One: a\n folded: b\n\n${SMUGGLED}`],
  ['a folded encoding', `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding:\n chunked\n\n0\n\n${SMUGGLED}`],
  ['bare line feeds', `GET /articles HTTP/1.1␊Host: x␊␊${SMUGGLED}`],
  ['a bare line feed in the headers', `GET /articles HTTP/1.1\nHost: x␊X-One: a\n\n${SMUGGLED}`],
  [
    'HTTP/1.0 with an encoding',
    `POST /login HTTP/1.0\nHost: x\nTransfer-Encoding: chunked\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'an absolute address with another host',
    `GET http://evil.example/articles HTTP/1.1\nHost: localhost\n\n${SMUGGLED}`,
  ],
  ['an address without a slash', `GET articles HTTP/1.1\nHost: localhost\n\n${SMUGGLED}`],
  ['no Host', `GET /articles HTTP/1.1\n\n${SMUGGLED}`],
  ['two Hosts', `GET /articles HTTP/1.1\nHost: localhost\nHost: evil.example\n\n${SMUGGLED}`],
  ['a NUL in a header', `GET /articles HTTP/1.1\nHost: x\nX-One: a\0b\n\n${SMUGGLED}`],
  [
    'a chunk whose length is none',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\nzz\n\n${SMUGGLED}`,
  ],
];
