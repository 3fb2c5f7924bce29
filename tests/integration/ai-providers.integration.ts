/** An organization's own providers over HTTP: who may, what is shown, where requests go, and that a key is nowhere. */
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aiProviderCalls, type ProviderInput } from '../../server/core/ai-providers/contract';
import { wholeAnswer } from '../../server/ai/chat/provider';
import { ProviderRegistry, type RegistryOptions } from '../../server/ai/registry';
import { createFeatures, createOrganization, type Features, type Organization } from '../../server/composition';
import { auditCalls } from '../../server/organization/audit/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { createUser } from '../../server/organization/people/users';
import { readConfig } from '../../server/platform/config';
import type { Platform } from '../../server/platform/context';
import { createApi } from '../../server/platform/http/calls';
import { createHost, type Host } from '../../server/platform/http/host';
import { createLog } from '../../server/platform/log';
import { openBlobStore } from '../../server/platform/storage/open';
import { createSync, type Sync } from '../../server/sync/sync';
import { newId } from '../../sync/model/ids';
import type { CallDefinition, CallInput } from '../../sync/protocol/call';
import { createClient } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { cookieFetch } from '../support/cookie-fetch';
import { PNG, startModelServer, type ModelServer } from '../support/model-server';
import { createParts, type Parts } from '../support/parts';
import { startSearchServer, type SearchServer } from '../support/search-server';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
const KEY = 'sk-own-Qzxw-secret-wxyz';
const SECRET = 'a secret for tests, long enough to be one';

let parts: Parts;
let platform: Platform;
let sync: Sync;
let helper: Organization;
let features: Features;
let host: Host;
let origin: string;
let models: ModelServer;
let search: SearchServer;
/** everything that the server has logged, and every answer that a browser received */
let logged = '';
let answered = '';

beforeAll(async () => {
  models = await startModelServer();
  search = await startSearchServer();
  parts = await createParts(anyEngine(), { AI_PRIVATE_ADDRESSES: 'true' });
  const log = createLog(
    { logLevel: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    }),
  );
  platform = { ...parts.platform, log, blobs: await openBlobStore(parts.platform.config) };
  sync = createSync(platform, []);
  helper = createOrganization(platform, sync);
  features = createFeatures(platform);
  const api = createApi(features.calls, {
    platform,
    database: parts.database,
    authenticator: features.authenticator,
  });
  host = createHost({
    platform,
    raw: features.raw,
    locales: () => false,
    files: null,
    vite: null,
    api,
    documents: () => Promise.resolve(new Response(null, { status: 404 })),
  });
  origin = `http://127.0.0.1:${(await host.listen(0, '127.0.0.1')).port}`;
});
beforeEach(() => models.setScript([{ text: 'OK' }]));
afterAll(async () => {
  await host.close(() => undefined);
  features.close();
  helper.authenticator.close();
  sync.close();
  await parts.close();
  await models.close();
  await search.close();
});

async function browser(email: string) {
  const withCookies = cookieFetch(origin);
  const call = createClient({
    origin,
    fetch: async (input, init) => {
      const response = await withCookies(input, init);
      answered += await response.clone().text();
      return response;
    },
  });
  await call(identityCalls.login, { email, password: PASSWORD });
  /** the code, or the fields with their messages */
  const refusal = <C extends CallDefinition>(which: C, input: CallInput<C>): Promise<unknown> =>
    call(which, input).then(
      () => 'fine',
      (error: unknown) => (error instanceof CallError ? (error.details.fieldErrors ?? error.code) : String(error)),
    );
  return { call, refusal };
}
const account = async () => {
  const email = `${newId()}@example.test`;
  return { email, id: await createUser(platform, { email, name: 'Ada Byron', password: PASSWORD, lang: 'en' }) };
};
async function company() {
  const [owner, member] = [await account(), await account()];
  const id = await helper.service.createCompany({ name: 'Lantern Works', ownerId: owner.id });
  await helper.service.addMember(id, { userId: member.id });
  return { id, owner: await browser(owner.email), member: await browser(member.email) };
}
type Input = CallInput<typeof aiProviderCalls.save>;
const chatOf = (companyId: string, more: Partial<Input> = {}): Input => ({
  companyId,
  capability: 'chat',
  url: models.url,
  apiKey: KEY,
  model: 'scripted',
  ...more,
});
const ask = { messages: [{ role: 'user' as const, content: 'Hello?' }] };
const signal = (): AbortSignal => new AbortController().signal;
/** A registry as another process would have it. */
const registry = (env: Record<string, string> = {}, options: RegistryOptions = {}): ProviderRegistry =>
  new ProviderRegistry(
    {
      db: platform.db,
      clock: platform.clock,
      config: readConfig({ DATA_DIR: platform.config.dataDir, SATCHEL_SECRET: SECRET, ...env }),
    },
    { wait: () => Promise.resolve(), ...options },
  );

/** Asserts that no question goes to a provider whose name has this address. */
async function refusedAt(companyId: string, address: string, env: Record<string, string>): Promise<void> {
  const network = {
    resolve: () => Promise.resolve([address]),
    connect: () => {
      throw new Error('must not connect');
    },
    own: () => [],
  };
  const chat = (await registry(env, { network }).chat(companyId))!;
  await expect(wholeAnswer(chat.stream({ ...ask, signal: signal() })), address).rejects.toMatchObject({
    code: 'PROVIDER_ADDRESS_REFUSED',
  });
}

describe('the settings of providers', () => {
  it('are changed by administrators of their own organization only', async () => {
    const [mine, other] = [await company(), await company()];
    await other.owner.call(aiProviderCalls.save, chatOf(other.id));
    const inputs: [CallDefinition, object][] = [
      [aiProviderCalls.list, { companyId: other.id }],
      [aiProviderCalls.save, chatOf(other.id)],
      [aiProviderCalls.test, chatOf(other.id)],
      [aiProviderCalls.remove, { companyId: other.id, capability: 'chat' }],
      [
        aiProviderCalls.setLimits,
        { companyId: other.id, tokensPerDay: 1, tokensPersonPerDay: 1, moneyPerDay: 1, moneyPersonPerDay: 1 },
      ],
    ];
    for (const [call, input] of inputs) {
      expect(await mine.owner.refusal(call, input as never), call.path).toBe('NO_PERMISSION');
      expect(await other.member.refusal(call, input as never), call.path).toBe('NO_PERMISSION');
    }
    expect(models.requests).toEqual([]);
    const { providers } = await other.owner.call(aiProviderCalls.list, { companyId: other.id });
    expect(providers[0]).toMatchObject({ capability: 'chat', inForce: 'own', own: { model: 'scripted' } });
  });

  it('keep the key sealed, show its end only, and are in the audit trail without it', async () => {
    const { id, owner } = await company();
    const own = { key: 'stored', keyEnd: 'wxyz', url: models.url, model: 'scripted', priceInput: 2.5 };
    const saved = await owner.call(aiProviderCalls.save, chatOf(id, { priceInput: 2.5 }));
    expect(saved).toMatchObject({ inForce: 'own', environment: null, own });
    // work that waits for a provider begins again (transcription.integration.ts)
    expect(parts.published).toContainEqual({ topic: 'provider', payload: { companyId: id } });
    // without a key the stored one stays; the same settings are no change
    await owner.call(aiProviderCalls.save, chatOf(id, { apiKey: '', priceInput: 2.5 }));
    await owner.call(aiProviderCalls.save, chatOf(id, { apiKey: '', model: 'other' }));
    await owner.call(aiProviderCalls.remove, { companyId: id, capability: 'chat' });
    await owner.call(aiProviderCalls.remove, { companyId: id, capability: 'chat' });
    const { entries } = await owner.call(auditCalls.query, { companyId: id });
    expect(entries.filter(({ subjectKind }) => subjectKind === 'aiProvider').map((e) => [e.action, e.details])).toEqual(
      [
        ['aiProvider.removed', { value: [models.url, null], model: ['other', null] }],
        ['aiProvider.changed', { model: ['scripted', 'other'], priceInput: [2.5, 0] }],
        [
          'aiProvider.changed',
          expect.objectContaining({ value: [null, models.url], model: [null, 'scripted'], newKey: [null, true] }),
        ],
      ],
    );
    const rows = await platform.db.selectFrom('ai_provider').selectAll().execute();
    const trail = await platform.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify([rows, trail, parts.published])).not.toContain('Qzxw');
  });

  it('give a stored key to the origin that it was entered for only', async () => {
    const { id, owner } = await company();
    await owner.call(aiProviderCalls.save, chatOf(id));
    const elsewhere = await startModelServer();
    for (const call of [aiProviderCalls.save, aiProviderCalls.test]) {
      const refused = await owner.refusal(call, chatOf(id, { url: elsewhere.url, apiKey: '' }));
      expect(refused).toEqual({ apiKey: 'aiKeyAgain' });
    }
    expect(elsewhere.requests).toEqual([]);
    // another path of the origin keeps it; without a key the address may be any
    await owner.call(aiProviderCalls.test, chatOf(id, { apiKey: '', url: `${models.url}/` }));
    expect(models.requests.at(-1)!.authorization).toBe(`Bearer ${KEY}`);
    await owner.call(aiProviderCalls.save, chatOf(id, { url: elsewhere.url, apiKey: '', removeKey: true }));
    await owner.call(aiProviderCalls.test, chatOf(id, { url: elsewhere.url, apiKey: '' }));
    expect(elsewhere.requests.at(-1)!.authorization).toBeUndefined();
    await elsewhere.close();
  });

  it.each<[Partial<ProviderInput>, object]>([
    [{ url: 'models.example' }, { url: 'aiAddressInvalid' }],
    [{ url: 'https://user:secret@models.example' }, { url: 'aiAddressInvalid' }],
    [{ url: 'https://models.example/v1?key=secret' }, { url: 'aiAddressInvalid' }],
    [{ url: 'file:///etc/passwd' }, { url: 'aiAddressInvalid' }],
    [{ url: 'http://169.254.169.254/v1' }, { url: 'aiAddressReserved' }],
    [{ url: 'http://[fd00:ec2::254]/v1' }, { url: 'aiAddressReserved' }],
    [{ model: ' ' }, { model: 'aiModelNeeded' }],
    [{ apiKey: 'two\nlines' }, { apiKey: 'aiKeyInvalid' }],
    [{ apiKey: 'schlüssel' }, { apiKey: 'aiKeyInvalid' }],
    [{ kind: 'brave' }, { kind: 'PARAM_ERROR' }],
    [{ capability: 'search' }, { kind: 'PARAM_ERROR' }],
    [{ capability: 'search', kind: 'tavily', apiKey: '' }, { apiKey: 'aiKeyNeeded' }],
    [{ contextTokens: 10 }, { contextTokens: 'aiContextInvalid' }],
    [{ priceOutput: -1 }, { priceOutput: 'aiPriceInvalid' }],
  ])('are refused with the field: %j', async (wrong, expected) => {
    const { id, owner } = await company();
    expect(await owner.refusal(aiProviderCalls.save, chatOf(id, wrong as Partial<Input>))).toEqual(expected);
  });

  it('ask for the key again when the installation’s secret has changed', async () => {
    const { id, owner } = await company();
    await owner.call(aiProviderCalls.save, chatOf(id));
    const changed = registry({ SATCHEL_SECRET: 'another secret for tests, long enough', AI_PRIVATE_ADDRESSES: 'true' });
    expect((await changed.stored.get(id, 'chat'))!.apiKey).toBeNull();
    const chat = (await changed.chat(id))!;
    await expect(wholeAnswer(chat.stream({ ...ask, signal: signal() }))).rejects.toMatchObject({
      code: 'PROVIDER_KEY_REFUSED',
    });
    expect(models.requests).toEqual([]);
  });
});

describe('a test of a provider', () => {
  it('makes one real call for each capability, and lists models and price', async () => {
    const { id, owner } = await company();
    models.setModels([{ id: 'scripted', pricing: { prompt: '0.000001', completion: '0.000002' } }, { id: 'b' }]);
    models.setScript(({ path }) =>
      path === '/audio/transcriptions' ? { raw: '{"text":""}', contentType: 'application/json' } : { text: 'OK' },
    );
    const tried = async (capability: Input['capability'], more: Partial<Input> = {}) =>
      owner.call(aiProviderCalls.test, chatOf(id, { capability, ...more }));
    expect(await tried('chat')).toMatchObject({ amount: 2, models: ['b', 'scripted'], price: { input: 1, output: 2 } });
    expect((await tried('embedding')).amount).toBe(8);
    expect((await tried('speech')).amount).toBeGreaterThan(5);
    expect((await tried('image')).amount).toBe(PNG.byteLength);
    expect((await tried('transcription')).amount).toBe(0);
    search.setScript(() => [{ title: 'A', url: 'https://a.example/', snippet: '' }]);
    expect((await tried('search', { kind: 'searxng', url: search.urls.searxng })).amount).toBe(1);
    expect(models.requests.map(({ path }) => path)).toEqual([
      '/chat/completions',
      '/embeddings',
      '/audio/speech',
      '/images/generations',
      '/audio/transcriptions',
    ]);
    models.setModels(null);
    expect(await tried('chat')).toMatchObject({ models: [], price: null });
  });

  it('reports why it failed, in an answer and a log without the key that the provider repeats', async () => {
    const { id, owner } = await company();
    for (const [answer, code] of [
      [{ status: 401, raw: `{"error":{"message":"wrong key ${KEY}"}}` }, 'PROVIDER_KEY_REFUSED'],
      [{ status: 404, raw: KEY }, 'PROVIDER_MODEL_NOT_FOUND'],
      [{ status: 500, raw: KEY }, 'PROVIDER_UNAVAILABLE'],
      [{ raw: `data: ${KEY}\n\n` }, 'PROVIDER_ANSWER_INVALID'],
      [{ refuse: true }, 'PROVIDER_UNAVAILABLE'],
    ] as const) {
      models.setScript([answer]);
      expect(await owner.refusal(aiProviderCalls.test, chatOf(id)), JSON.stringify(answer)).toBe(code);
    }
  });
});

describe('the provider in force', () => {
  it('is the organization’s own, otherwise the operator’s, otherwise none', async () => {
    const [{ id, owner }, other] = [await company(), await company()];
    const operator = await startModelServer({ script: [{ text: 'of the operator' }] });
    await owner.call(aiProviderCalls.save, chatOf(id));
    const env = { CHAT_API_URL: operator.url, CHAT_MODEL: 'shared', AI_PRIVATE_ADDRESSES: 'true' };
    const providers = registry(env);
    expect(await Promise.all([providers.source(id, 'chat'), providers.source(other.id, 'chat')])).toEqual([
      'own',
      'environment',
    ]);
    expect(await providers.source(id, 'image')).toBe('none');
    expect(await providers.image(id)).toBeNull();
    const answer = async (companyId: string) =>
      wholeAnswer((await providers.chat(companyId))!.stream({ ...ask, signal: signal() }));
    expect((await answer(id)).text).toBe('OK');
    expect(await answer(other.id)).toMatchObject({ text: 'of the operator', model: 'shared' });
    // its texts never go to the operator's provider instead
    models.setScript([{ status: 500 }]);
    await expect(answer(id)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(operator.requests).toHaveLength(1);
    await operator.close();
  });

  it('of the operator falls back to the second', async () => {
    const { id } = await company();
    const second = await startModelServer({ script: [{ text: 'second' }] });
    models.setScript([{ status: 500 }]);
    const providers = registry({
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'first',
      CHAT_FALLBACK_API_URL: second.url,
      CHAT_FALLBACK_MODEL: 'second',
    });
    const answer = await wholeAnswer((await providers.chat(id))!.stream({ ...ask, signal: signal() }));
    expect(answer).toMatchObject({ text: 'second', model: 'second' });
    await second.close();
  });

  it('offers further models, of which one that is named answers first, and the usual ones where it fails', async () => {
    const [{ id, owner }, other] = [await company(), await company()];
    await owner.call(aiProviderCalls.save, { ...chatOf(id), model: 'usual', moreModels: ['large', 'usual', 'large'] });
    const providers = registry({
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'first',
      CHAT_MORE_MODELS: 'larger',
      CHAT_FALLBACK_API_URL: models.url,
      CHAT_FALLBACK_MODEL: 'second',
      AI_PRIVATE_ADDRESSES: 'true',
    });
    expect(await providers.chatModels(id)).toEqual(['usual', 'large']);
    expect(await providers.chatModels(other.id)).toEqual(['first', 'larger', 'second']);
    expect(await owner.call(aiProviderCalls.available, {})).toMatchObject({ chatModels: ['usual', 'large'] });
    const asked = async (companyId: string, model?: string): Promise<unknown[]> => {
      models.requests.length = 0;
      await wholeAnswer((await providers.chat(companyId, model))!.stream({ ...ask, signal: signal() }));
      return [...new Set(models.requests.map(({ body }) => body['model']))];
    };
    expect(await asked(id, 'large')).toEqual(['large']);
    expect(await asked(other.id, 'second')).toEqual(['second']);
    // not a model of this organization
    expect(await asked(id, 'larger')).toEqual(['usual']);
    models.setScript(({ body }) => (body['model'] === 'large' ? { status: 400 } : { text: 'OK' }));
    expect(await asked(id, 'large')).toEqual(['large', 'usual']);
    // further models are no fallbacks
    models.setScript([{ status: 500 }]);
    await expect(asked(id)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(models.requests.map(({ body }) => body['model'])).not.toContain('large');
  });

  it('of an organization has no private address, unless the operator allows it', async () => {
    const { id, owner } = await company();
    await owner.call(aiProviderCalls.save, chatOf(id));
    const strict = registry();
    const chat = (await strict.chat(id))!;
    await expect(wholeAnswer(chat.stream({ ...ask, signal: signal() }))).rejects.toMatchObject({
      code: 'PROVIDER_ADDRESS_REFUSED',
    });
    // a public name with a private address is refused by what it resolves to
    await owner.call(aiProviderCalls.save, chatOf(id, { url: 'https://models.example/v1' }));
    await refusedAt(id, '10.0.0.5', {});
    expect(models.requests).toEqual([]);
  });

  it('of an organization is no metadata service and no link-local address, whatever the operator allows', async () => {
    const { id, owner } = await company();
    await owner.call(aiProviderCalls.save, chatOf(id, { url: 'https://models.example/v1' }));
    for (const address of ['169.254.169.254', 'fd00:ec2::254', 'fe80::a9fe:a9fe', '::ffff:169.254.169.254'])
      await refusedAt(id, address, { AI_PRIVATE_ADDRESSES: 'true' });
    // a name is connected to as it was checked
    const asked: string[] = [];
    const inside = registry(
      { AI_PRIVATE_ADDRESSES: 'true' },
      {
        network: {
          resolve: () => Promise.resolve(['10.0.0.5']),
          connect: (_host, _port, addresses) => {
            asked.push(...addresses);
            return connect(Number(new URL(models.url).port), '127.0.0.1');
          },
          own: () => [],
        },
      },
    );
    await owner.call(aiProviderCalls.save, chatOf(id, { url: 'http://models.example/v1' }));
    const { text } = await wholeAnswer((await inside.chat(id))!.stream({ ...ask, signal: signal() }));
    expect([text, asked]).toEqual(['OK', ['10.0.0.5']]);
  });
});

it('no log line and no answer has ever contained a key', () => {
  expect(logged.length).toBeGreaterThan(1000);
  expect(answered).toContain('wxyz');
  for (const text of [logged, answered]) expect(text).not.toMatch(/Qzxw|sk-own/);
});
