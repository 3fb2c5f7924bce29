import { describe, expect, it } from 'vitest';
import { ConfigError } from './config';
import { explainFailure } from './failure';

const where = { dataDir: '/srv/satchel', embedded: true };
const coded = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code });

describe('the reason why Satchel did not start', () => {
  it.each([
    ['the file system', coded('ENOSPC', 'ENOSPC: no space left on device, copyfile')],
    ['a quota', coded('EDQUOT', 'EDQUOT: disk quota exceeded, write')],
    ['PostgreSQL', new Error('The migration 010 failed', { cause: coded('53100', 'could not extend file') })],
    ['PostgreSQL as it gave up', new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device')],
  ])('is a full disk, reported as %s', (_who, error) => {
    expect(explainFailure(error, where)).toMatch(/^The disk that holds "\/srv\/satchel" is full\./);
  });

  it('is a damaged table, in the embedded database only', () => {
    const error = coded('XX001', 'invalid page in block 3 of relation "base/5/16384"');
    expect(explainFailure(error, where)).toMatch(/invalid page in block 3.*npm run restore/);
    expect(explainFailure(error, { ...where, embedded: false })).toBeNull();
  });

  it('is a setting, a taken port or a missing permission', () => {
    expect(explainFailure(new ConfigError('PORT must be a port number; it is "x".'), where)).toBe(
      'PORT must be a port number; it is "x".',
    );
    expect(
      explainFailure(coded('EADDRINUSE', 'listen EADDRINUSE: address already in use 0.0.0.0:3000'), where),
    ).toMatch(/EADDRINUSE.*set PORT/);
    expect(explainFailure(coded('EACCES', "EACCES: permission denied, open '/srv/satchel/secret'"), where)).toMatch(
      /may not.*DATA_DIR/,
    );
  });

  it('is null for a fault of Satchel, which is printed with its stack trace', () => {
    expect(explainFailure(new TypeError('x is not a function'), where)).toBeNull();
  });
});
