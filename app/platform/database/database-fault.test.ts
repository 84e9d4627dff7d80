import { expect, test } from 'vitest';
import { databaseFaultOf } from './database-error.ts';

const sqlite = (errcode: number) => ({ code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['too many writes', { code: 'ERR_WRITES_WAITING' }, 503, '3'],
  ['a file that another process writes', sqlite(5), 503, '5'],
  ['a file that another process brings in order', sqlite(261), 503, '5'],
  ['a full disk', sqlite(13), 507, '60'],
  ['a full disk of PostgreSQL', { code: '53100' }, 507, '60'],
  ['a disk that fails', sqlite(1034), 503, '10'],
  ['a row that others hold', { code: '55P03' }, 409, '1'],
  ['a transaction that met others', { code: '40001' }, 409, '1'],
  ['a deadlock', { code: '40P01' }, 409, '1'],
  ['a page that cannot be read', sqlite(11), 503, '10'],
  ['a read-only disk', sqlite(8), 503, '10'],
])('%s is refused for a while', (_name, error, status, seconds) => {
  const refusal = databaseFaultOf(error, 'POST');
  expect(refusal).toMatchObject({ status, headers: { 'Retry-After': seconds } });
  expect(refusal?.sentence).toContain('Nothing was saved');
});

test('an error does not claim "not saved" if the change may have been saved', () => {
  for (const error of [{ ...sqlite(1034), isUnknown: true }, { code: '08007' }, { code: 'ECONNREFUSED' }]) {
    expect(databaseFaultOf(error, 'POST')).toMatchObject({
      status: 503,
      sentence: 'We don’t know whether this was saved. Please check before you send it again.',
    });
    // For requests that only read, the site's usual message is enough.
    expect(databaseFaultOf(error, 'GET')).toEqual({ status: 503, headers: expect.anything() });
  }
});

test('an error in our own code is not reported as a refusal of the database', () => {
  expect(databaseFaultOf(new TypeError('x is undefined'), 'POST')).toBeUndefined();
  expect(databaseFaultOf(sqlite(1555), 'POST')).toBeUndefined();
  expect(databaseFaultOf(undefined, 'POST')).toBeUndefined();
});
