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
      linkPrivateHosts: [],
    });
    expect(read({ LINK_PRIVATE_HOSTS: 'Wiki.corp.example:8090, 10.20.0.0/16,' }).linkPrivateHosts).toEqual([
      'wiki.corp.example:8090',
      '10.20.0.0/16',
    ]);
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
    [{ CHAT_API_URL: 'models.example' }, /^CHAT_API_URL must be an address/],
    [{ CHAT_API_URL: 'https://models.example/v1' }, /^CHAT_MODEL must be set where CHAT_API_URL is/],
    [{ CHAT_MODEL: 'm' }, /^CHAT_API_URL must be set where CHAT_MODEL is/],
    [{ EMBEDDING_API_KEY: 'k' }, /^EMBEDDING_API_URL must be set where EMBEDDING_API_KEY is/],
    [{ CHAT_FALLBACK_API_URL: 'http://b', CHAT_FALLBACK_MODEL: 'm' }, /^CHAT_API_URL must be set where CHAT_FALLBACK/],
    [{ CHAT_MORE_MODELS: 'a' }, /^CHAT_API_URL must be set where CHAT_MORE_MODELS is/],
    [{ CHAT_PRICE_INPUT: 'cheap' }, /^CHAT_PRICE_INPUT must be a price/],
    [{ CHAT_CONTEXT_TOKENS: '7' }, /^CHAT_CONTEXT_TOKENS must be a number of tokens/],
    [{ SEARCH_PROVIDER: 'bing' }, /^SEARCH_PROVIDER must be one of searxng, brave, tavily/],
    [{ SEARCH_PROVIDER: 'searxng' }, /^SEARCH_API_URL must be set/],
    [{ SEARCH_PROVIDER: 'brave' }, /^SEARCH_API_KEY must be set/],
    [{ SEARCH_API_KEY: 'k' }, /^SEARCH_PROVIDER must be set/],
    [{ RESEARCHES_AT_ONCE: '0' }, /^RESEARCHES_AT_ONCE must be a number from 1 to 200/],
    [{ CHAT_ANSWERS_AT_ONCE: '201' }, /^CHAT_ANSWERS_AT_ONCE must be a number from 1 to 200/],
    [{ LINK_PRIVATE_HOSTS: 'wiki.corp.example, intranet' }, /^LINK_PRIVATE_HOSTS must be hosts/],
    [{ AI_PRIVATE_ADDRESSES: 'maybe' }, /^AI_PRIVATE_ADDRESSES must be true or false/],
  ])('stops with a sentence that names the variable: %o', (env, sentence) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(sentence);
  });

  it('never prints a secret', () => {
    const wrong = 'postgras://user:hunter2@localhost/satchel';
    expect(() => read({ DATABASE_URL: wrong })).toThrow(/hidden/);
    expect(() => read({ DATABASE_URL: wrong })).not.toThrow(/hunter2/);
  });

  it('reads providers in their order, and prints no key of theirs', () => {
    const { providers } = read({
      CHAT_API_URL: 'http://localhost:11434/v1/',
      CHAT_MODEL: 'qwen3:8b',
      CHAT_MORE_MODELS: 'large, small,,large',
      CHAT_PRICE_OUTPUT: '2.5',
      CHAT_FALLBACK_API_URL: 'https://models.example/v1',
      CHAT_FALLBACK_API_KEY: 'sk-1',
      CHAT_FALLBACK_MODEL: 'big',
      SEARCH_PROVIDER: 'brave',
      SEARCH_API_KEY: 'b-1',
    });
    const price = { input: 0, output: 2.5 };
    expect(providers.chat).toEqual([
      {
        ...{ url: 'http://localhost:11434/v1', apiKey: '', model: 'qwen3:8b', contextTokens: 16_384, price },
        moreModels: ['large', 'small'],
      },
      { url: 'https://models.example/v1', apiKey: 'sk-1', model: 'big', contextTokens: 16_384, price, moreModels: [] },
    ]);
    expect(providers).toMatchObject({ search: { kind: 'brave', url: '', apiKey: 'b-1' }, image: undefined });
    const secrets: Record<string, string>[] = [
      { CHAT_API_KEY: 'sk-hunter2 with\nlines' },
      { CHAT_API_URL: 'https://user:hunter2@models.example' },
      { SEARCH_API_URL: 'https://search.example/?key=hunter2' },
    ];
    for (const wrong of secrets) {
      expect(() => read(wrong)).toThrow(/hidden/);
      expect(() => read(wrong)).not.toThrow(/hunter2/);
    }
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
