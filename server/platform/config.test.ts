import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string> = {}) => readConfig(env, folder);

describe('the configuration', () => {
  it('takes an operator with name, address and mail, and refuses an incomplete one', () => {
    expect(read().operator).toBeUndefined();
    const whole = {
      OPERATOR_NAME: 'Lantern Works GmbH',
      OPERATOR_ADDRESS: 'Hafenstr. 1\n20457 Hamburg',
      OPERATOR_MAIL: 'contact@lantern.example',
    };
    expect(read(whole).operator).toEqual({
      name: 'Lantern Works GmbH',
      address: 'Hafenstr. 1\n20457 Hamburg',
      mail: 'contact@lantern.example',
      representative: undefined,
      register: undefined,
    });
    expect(
      read({ ...whole, OPERATOR_REPRESENTATIVE: 'Nora Field', OPERATOR_REGISTER: 'HRB 12345' }).operator,
    ).toMatchObject({ representative: 'Nora Field', register: 'HRB 12345' });
    for (const name of Object.keys(whole))
      expect(() => read({ ...whole, [name]: '' }), name).toThrow(
        /OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL must be set together/,
      );
    expect(() => read({ OPERATOR_REGISTER: 'HRB 12345' })).toThrow(/must be set together/);
    expect(() => read({ ...whole, OPERATOR_MAIL: 'nobody' })).toThrow(/OPERATOR_MAIL must be a mail address/);
  });

  it('has a default for everything', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      dataDir: join(folder, 'data'),
      databaseUrl: undefined,
      s3: undefined,
      smtpUrl: undefined,
      trustedProxies: [],
      logLevel: 'info',
      production: false,
      demo: true,
      transcription: undefined,
      diarizationUrl: undefined,
    });
  });

  it('treats an empty value as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', TRUSTED_PROXIES: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      trustedProxies: [],
    });
  });

  it.each([
    [{ PORT: 'eighty' }, /^PORT must be a port number/],
    [{ PORT: '65536' }, /^PORT must be a port number/],
    [{ DATABASE_URL: 'mysql://localhost' }, /^DATABASE_URL must be an address that begins with postgres:/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be/],
    [{ PUBLIC_ORIGIN: 'https://satchel.example/path' }, /^PUBLIC_ORIGIN must be an origin/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 0177.0.0.1' }, /^TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES must be/],
    [{ REGION_HEADER: 'CF-IPCountry' }, /^TRUSTED_PROXIES must be set where REGION_HEADER is/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ SATCHEL_SECRET: 'short' }, /^SATCHEL_SECRET must have at least 32/],
    [{ S3_ENDPOINT: 'http://localhost:9000' }, /^S3_BUCKET must be set/],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
    [{ DATABASE_URL: 'postgres://localhost/satchel' }, /^SATCHEL_SECRET must be set where DATABASE_URL is/],
    [{ TRANSCRIPTION_API_KEY: 'k' }, /^TRANSCRIPTION_API_URL must be set/],
  ])('stops with a sentence that names the variable: %o', (env, sentence) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(sentence);
  });

  it('never prints a secret', () => {
    const wrong = 'postgras://user:hunter2@localhost/satchel';
    expect(() => read({ DATABASE_URL: wrong })).toThrow(/hidden/);
    expect(() => read({ DATABASE_URL: wrong })).not.toThrow(/hunter2/);
  });

  it('creates a secret once, readable by its owner only', () => {
    const first = read();
    const file = join(first.dataDir, 'secret');
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(read().secret).toBe(first.secret);
    expect(read({ SATCHEL_SECRET: 'x'.repeat(32) }).secret).toBe('x'.repeat(32));
    expect(readFileSync(file, 'utf8').trim()).toBe(first.secret);
    writeFileSync(file, 'cut');
    expect(() => read()).toThrow(/damaged/);
  });

  it('seeds no demo in production or on a database server by default', () => {
    expect(read({ NODE_ENV: 'production' }).demo).toBe(false);
    expect(read({ DATABASE_URL: 'postgres://localhost/s', SATCHEL_SECRET: 'x'.repeat(32) }).demo).toBe(false);
    expect(read({ NODE_ENV: 'production', SATCHEL_DEMO: 'true' }).demo).toBe(true);
  });
});
