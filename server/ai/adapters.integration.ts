/** Embeddings, web search, speech and images against scripted servers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PNG, startModelServer, type ModelAnswer, type ModelServer } from '../../tests/support/model-server';
import { startSearchServer, type FoundPage, type SearchServer } from '../../tests/support/search-server';
import { batchesOf, openAiCompatibleEmbedding } from './embedding/openai-compatible';
import { ProviderFailure } from './failure';
import type { Endpoint } from './http/request';
import { trustedTransport, type Transport } from './http/transport';
import { openAiCompatibleImage } from './image/openai-compatible';
import { searchService } from './search/services';
import { openAiCompatibleSpeech } from './speech/openai-compatible';

let models: ModelServer;
let web: SearchServer;
beforeAll(async () => {
  models = await startModelServer();
  web = await startSearchServer();
});
beforeEach(() => models.setScript([{}]));
afterAll(async () => {
  await models.close();
  await web.close();
});

const signal = (): AbortSignal => new AbortController().signal;
const at = (url: string): Endpoint => ({ url, apiKey: 'key-7183', transport: trustedTransport });
const json = (value: unknown, status = 200): ModelAnswer => ({
  status,
  raw: JSON.stringify(value),
  contentType: 'application/json',
});

describe('embeddings', () => {
  const embed = (texts: readonly string[], dimensions?: number) =>
    openAiCompatibleEmbedding({ endpoint: at(models.url), model: 'e' }).embed(texts, {
      signal: signal(),
      ...(dimensions === undefined ? {} : { dimensions }),
    });

  it('are returned in the order of the texts, in batches', async () => {
    const texts = Array.from({ length: 70 }, (_, n) => 'a'.repeat(n + 1));
    const { vectors, usage } = await embed(texts, 8);
    expect(vectors.map((vector) => vector.reduce((sum, x) => sum + x))).toEqual(texts.map((text) => text.length));
    expect(usage).toEqual({ input: 210, output: 0, isEstimated: false });
    expect(models.requests.map(({ body }) => body.input!.length)).toEqual([32, 32, 6]);
    expect(batchesOf(['x'.repeat(90_000), 'y'.repeat(20_000), 'z']).map((batch) => batch.length)).toEqual([1, 2]);
    expect((await embed([])).vectors).toEqual([]);
  });

  it('are ordered by their index', async () => {
    models.setScript([
      json({
        data: [
          { index: 1, embedding: [2, 2] },
          { index: 0, embedding: [1, 1] },
        ],
      }),
    ]);
    const { vectors, usage } = await embed(['first', 'second']);
    expect([vectors[0]![0], vectors[1]![0], usage.isEstimated]).toEqual([1, 2, true]);
  });

  it.each<[string, unknown]>([
    ['too few vectors', { data: [{ embedding: [1] }] }],
    [
      'a vector twice',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
    ],
    ['two lengths', { data: [{ embedding: [1, 2] }, { embedding: [1] }] }],
    ['no numbers', { data: [{ embedding: ['1'] }, { embedding: [null] }] }],
    ['empty vectors', { data: [{ embedding: [] }, { embedding: [] }] }],
    ['something else', { error: 'no' }],
  ])('are refused with %s', async (_name, answer) => {
    models.setScript([json(answer)]);
    await expect(embed(['a', 'b'])).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
  });

  it('are refused if their length differs from the stored vectors', async () => {
    await expect(embed(['a'], 1536)).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
  });
});

describe('web search', () => {
  const PAGES: FoundPage[] = [
    {
      title: 'The <strong>budget</strong> &amp; more',
      url: 'https://a.example/x#part',
      snippet: 'One\u0000 two\u202e.',
      date: '2026-03-01T00:00:00Z',
    },
    { title: 'Again', url: 'https://a.example/x', snippet: 'the same page' },
    { title: 'Script', url: 'javascript:alert(1)', snippet: '' },
    { title: 'Secret', url: 'https://user:pass@b.example/', snippet: '' },
    { title: '', url: 'http://c.example/', snippet: '<b>Three</b>', date: 'yesterday' },
  ];

  it.each(['searxng', 'brave', 'tavily'] as const)('of %s returns plain text with checked addresses', async (kind) => {
    web.setScript(() => PAGES);
    const found = await searchService(kind, at(web.urls[kind])).search({
      query: '  予算\n会議 ',
      language: 'ja',
      count: 5,
      signal: signal(),
    });
    expect(found).toEqual([
      {
        title: 'The budget & more',
        url: 'https://a.example/x',
        snippet: 'One two.',
        publishedAt: Date.UTC(2026, 2, 1),
      },
      { title: 'c.example', url: 'http://c.example/', snippet: 'Three', publishedAt: null },
    ]);
    const [query] = web.queries;
    expect(query).toMatchObject({ service: kind, query: '予算 会議' });
    expect(query!.language).toBe({ searxng: 'ja', brave: 'jp', tavily: null }[kind]);
    expect(query!.headers[kind === 'brave' ? 'x-subscription-token' : 'authorization']).toMatch(/key-7183$/);
  });

  it('filters sexual and violent content if the service can', async () => {
    web.setScript(() => PAGES);
    for (const kind of ['searxng', 'brave', 'tavily'] as const)
      for (const safeSearch of ['off', 'strict', undefined] as const)
        await searchService(kind, at(web.urls[kind])).search({
          query: 'x',
          language: 'en',
          count: 5,
          safeSearch,
          signal: signal(),
        });
    const levels = ['0', '2', null, 'off', 'strict', null, null, null, null];
    expect(web.queries.map(({ safeSearch }) => safeSearch)).toEqual(levels);
  });

  it('reports refusals and malformed answers', async () => {
    const search = (answer: { status: number } | { raw: string }) => {
      web.setScript(() => answer);
      return searchService('searxng', at(web.urls.searxng)).search({
        query: 'q',
        language: 'en',
        count: 5,
        signal: signal(),
      });
    };
    await expect(search({ status: 403 })).rejects.toMatchObject({ code: 'PROVIDER_KEY_REFUSED' });
    await expect(search({ status: 429 })).rejects.toMatchObject({ code: 'PROVIDER_BUSY' });
    await expect(search({ raw: '<html>' })).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
    await expect(search({ raw: '{"results":"none"}' })).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
    await expect(search({ raw: ' '.repeat(5_000_000) })).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_TOO_LARGE' });
  });
});

describe('speech', () => {
  const speak = () =>
    openAiCompatibleSpeech({ endpoint: at(models.url), model: 's', voice: 'alloy' }).speak({
      text: 'こんにちは',
      voice: '',
      signal: signal(),
    });

  it('is streamed as audio', async () => {
    const { mimeType, sound } = await speak();
    let bytes = 0;
    for await (const part of sound) bytes += part.byteLength;
    expect([mimeType, bytes]).toEqual(['audio/mpeg', 18]);
    expect(models.requests[0]!.body).toMatchObject({ input: 'こんにちは', voice: 'alloy', response_format: 'mp3' });
  });

  it('is refused if the answer is an HTML page, and the connection is closed', async () => {
    models.setScript([{ raw: '<html>', contentType: 'text/html' }]);
    await expect(speak()).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
    await expect.poll(() => models.open()).toBe(0);
  });
});

describe('images', () => {
  const outside: { url: string; headers: Record<string, string> }[] = [];
  const fromOutside: Transport = (url, { headers }) => {
    outside.push({ url, headers });
    return Promise.reject(new ProviderFailure('address', 'not public'));
  };
  const make = () =>
    openAiCompatibleImage({ endpoint: at(models.url), model: 'i' }, fromOutside).make({
      prompt: 'a lamp',
      size: '1024x1024',
      signal: signal(),
    });

  it('are read from base64, or from the provider’s own origin', async () => {
    expect(await make()).toEqual({ bytes: PNG, mimeType: 'image/png' });
    models.setScript(({ path }) =>
      path === '/made.png'
        ? { raw: PNG, contentType: 'image/png' }
        : json({ data: [{ url: `${models.url}/made.png` }] }),
    );
    expect((await make()).bytes.equals(PNG)).toBe(true);
    expect(models.requests.at(-1)!.authorization).toBeUndefined();
  });

  it('from another origin are fetched like external addresses, without the key', async () => {
    models.setScript([json({ data: [{ url: 'http://169.254.169.254/secret' }] })]);
    await expect(make()).rejects.toMatchObject({ code: 'PROVIDER_ADDRESS_REFUSED' });
    expect(outside).toEqual([{ url: 'http://169.254.169.254/secret', headers: { accept: 'image/*' } }]);
  });

  it.each<[string, unknown]>([
    ['no image', { data: [{}] }],
    ['a script', { data: [{ b64_json: Buffer.from('<svg onload=alert(1)>').toString('base64') }] }],
    ['an address that is none', { data: [{ url: 'made.png' }] }],
    ['nothing', {}],
  ])('are refused with %s', async (_name, answer) => {
    models.setScript([json(answer)]);
    await expect(make()).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
  });
});
