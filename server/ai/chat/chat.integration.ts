/** Tests the chat client against a scripted server: streams, tool calls, and all faults of a provider. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelAnswer, type ModelServer } from '../../../tests/support/model-server';
import { Breakers } from '../breaker';
import { ProviderFailure } from '../failure';
import type { TimeLimits } from '../http/request';
import { trustedTransport } from '../http/transport';
import { resilientChat, type Resilience } from '../resilience';
import { openAiCompatibleChat } from './openai-compatible';
import { highestPrice, wholeAnswer, type ChatEvent, type ChatProvider, type ChatRequest } from './provider';
import { structuredAnswer } from './structured';

const KEY = 'sk-scripted-7183-key';
let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const chatAt = (url: string, times: Partial<TimeLimits> = {}, price = { input: 1, output: 2 }): ChatProvider =>
  openAiCompatibleChat({
    endpoint: { url, apiKey: KEY, transport: trustedTransport, times },
    model: 'scripted',
    contextTokens: 4096,
    price,
  });
const chat = (times?: Partial<TimeLimits>): ChatProvider => chatAt(server.url, times);
const ask = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', content: 'What did we decide?' }],
  signal: new AbortController().signal,
  ...more,
});
const eventsOf = async (stream: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> => {
  const events: ChatEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
};
/** The failure of an answer; asserts that its texts do not contain the key. */
const failureOf = async (stream: AsyncIterable<ChatEvent>): Promise<{ kind: string; code: string; after: number }> => {
  const error = await eventsOf(stream).then(
    (events) => new Error(`answered ${JSON.stringify(events)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFailure)) throw error;
  expect(`${error.message} ${String(error.stack)} ${JSON.stringify(error)}`).not.toContain('7183');
  expect(error.cause).toBeUndefined();
  return { kind: error.kind, code: error.code, after: error.retryAfterMs };
};

describe('a streamed answer', () => {
  it('arrives in pieces, with provider, model and usage', async () => {
    server.setScript([{ pieces: ['We ', '決めた', ' 🦊.'], usage: { prompt_tokens: 31, completion_tokens: 5 } }]);
    expect(await eventsOf(chat().stream(ask({ maxTokens: 50, temperature: 0 })))).toEqual([
      { type: 'start', provider: new URL(server.url).host, model: 'scripted', price: { input: 1, output: 2 } },
      { type: 'text', text: 'We ' },
      { type: 'text', text: '決めた' },
      { type: 'text', text: ' 🦊.' },
      { type: 'done', finish: 'stop', usage: { input: 31, output: 5, isEstimated: false } },
    ]);
    expect(server.requests).toMatchObject([
      {
        path: '/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'scripted',
          stream: true,
          stream_options: { include_usage: true },
          max_tokens: 50,
          temperature: 0,
          messages: [{ role: 'user', content: 'What did we decide?' }],
        },
      },
    ]);
  });

  it('returns tool calls sent in pieces, and sends their results', async () => {
    const calls = [
      { id: 'a', name: 'find', arguments: '{"words":"budget"}' },
      { id: 'b', name: 'open', arguments: '{"id":7}' },
    ];
    server.setScript([{ text: 'Looking. ', toolCalls: calls }]);
    const tools = [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }];
    expect(await wholeAnswer(chat().stream(ask({ tools })))).toMatchObject({
      text: 'Looking. ',
      toolCalls: calls,
      finish: 'toolCalls',
    });
    await wholeAnswer(
      chat().stream(
        ask({
          messages: [
            { role: 'assistant', content: '', toolCalls: calls },
            { role: 'tool', toolCallId: 'a', content: 'nothing' },
          ],
        }),
      ),
    );
    expect(server.requests[0]!.body['tools']).toMatchObject([{ type: 'function', function: tools[0] }]);
    expect(server.requests[1]!.body.messages).toMatchObject([
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: { name: 'find' } }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'a', content: 'nothing' },
    ]);
  });

  it('of a server without streaming is read whole', async () => {
    server.setScript([{ isWhole: true, text: 'All at once.' }]);
    expect(await wholeAnswer(chat().stream(ask()))).toMatchObject({ text: 'All at once.', finish: 'stop' });
  });

  it('without usage has estimated usage, marked as such', async () => {
    server.setScript([{ text: 'Six words are in this answer.', usage: null }]);
    const { usage } = await wholeAnswer(chat().stream(ask()));
    expect(usage.isEstimated).toBe(true);
    expect([usage.input, usage.output].every((tokens) => tokens > 5 && tokens < 30)).toBe(true);
  });

  it('with characters split over packets is decoded', async () => {
    const bytes = Buffer.from(
      `data: ${JSON.stringify({ choices: [{ delta: { content: '決議 🦊' }, finish_reason: 'stop' }] })}\r\n\r\ndata: [DONE]`,
    );
    const endpoint = {
      url: server.url,
      apiKey: '',
      transport: () =>
        Promise.resolve({
          status: 200,
          contentType: 'text/event-stream',
          retryAfter: null,
          close: () => undefined,
          body: (async function* () {
            for (const byte of bytes) yield Uint8Array.of(byte);
          })(),
        }),
    };
    const split = openAiCompatibleChat({ endpoint, model: 'm', contextTokens: 1, price: { input: 0, output: 0 } });
    expect((await wholeAnswer(split.stream(ask()))).text).toBe('決議 🦊');
  });

  it('closes the connection when its reader stops', async () => {
    server.setScript([{ pieces: ['a', 'b', 'c'], stallAfter: 2 }]);
    for await (const event of chat().stream(ask())) if (event.type === 'text' && event.text === 'b') break;
    await expect.poll(() => server.requests[0]!.isClosed).toBe(true);
    expect(server.open()).toBe(0);
  });

  it('closes the connection when its signal is aborted, and throws the signal’s reason', async () => {
    server.setScript([{ pieces: ['a', 'b'], stallAfter: 1 }]);
    const stop = new AbortController();
    const reading = eventsOf(
      (async function* () {
        for await (const event of chat().stream(ask({ signal: stop.signal }))) {
          yield event;
          if (event.type === 'text') stop.abort(new Error('stopped by a person'));
        }
      })(),
    );
    await expect(reading).rejects.toThrow('stopped by a person');
    await expect.poll(() => server.requests[0]!.isClosed).toBe(true);
  });
});

const ERROR_WITH_KEY = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } });

describe('faults of a provider', () => {
  it.each<[string, ModelAnswer, string]>([
    ['401', { status: 401, raw: ERROR_WITH_KEY }, 'PROVIDER_KEY_REFUSED'],
    ['403', { status: 403 }, 'PROVIDER_KEY_REFUSED'],
    ['402', { status: 402 }, 'PROVIDER_QUOTA_EXCEEDED'],
    ['404', { status: 404 }, 'PROVIDER_MODEL_NOT_FOUND'],
    [
      '400 of an unknown model',
      { status: 400, raw: '{"error":{"code":"model_not_found"}}' },
      'PROVIDER_MODEL_NOT_FOUND',
    ],
    ['429 of a used quota', { status: 429, raw: '{"error":{"code":"insufficient_quota"}}' }, 'PROVIDER_QUOTA_EXCEEDED'],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, 'PROVIDER_BUSY'],
    ['500', { status: 500 }, 'PROVIDER_UNAVAILABLE'],
    ['a closed connection', { refuse: true }, 'PROVIDER_UNAVAILABLE'],
    ['400', { status: 400, raw: ERROR_WITH_KEY }, 'PROVIDER_REQUEST_REFUSED'],
    [
      'a context that is too long',
      { status: 400, raw: '{"error":{"code":"context_length_exceeded"}}' },
      'PROVIDER_INPUT_TOO_LARGE',
    ],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'PROVIDER_REQUEST_REFUSED'],
    ['half a stream', { text: 'one two three', cutAfter: 2 }, 'PROVIDER_ANSWER_CUT'],
    [
      'a stream that ends without its end',
      { raw: 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n' },
      'PROVIDER_ANSWER_CUT',
    ],
    ['an error within the stream', { raw: `data: {"error":{"code":429,"message":"${KEY}"}}\n\n` }, 'PROVIDER_BUSY'],
    ['malformed JSON', { raw: 'data: {"choices":[{"delta":\n\n' }, 'PROVIDER_ANSWER_INVALID'],
    ['JSON of another form', { raw: 'data: [1,2]\n\ndata: [DONE]\n\n' }, 'PROVIDER_ANSWER_INVALID'],
    [
      'a page instead of an answer',
      { raw: '<!doctype html><title>Wi-Fi</title>', contentType: 'text/html' },
      'PROVIDER_ANSWER_INVALID',
    ],
    ['an empty answer', { text: '' }, 'PROVIDER_ANSWER_INVALID'],
    [
      'invalid UTF-8',
      {
        raw: Buffer.concat([
          Buffer.from('data: {"choices":[{"delta":{"content":"'),
          Buffer.from([0xc3, 0x28]),
          Buffer.from('"}}]}\n\n'),
        ]),
      },
      'PROVIDER_ANSWER_INVALID',
    ],
    ['a stream of 100 MB', { floodBytes: 100 * 1024 * 1024 }, 'PROVIDER_ANSWER_TOO_LARGE'],
    ['an event without an end', { raw: `data: ${'x'.repeat(3 * 1024 * 1024)}` }, 'PROVIDER_ANSWER_TOO_LARGE'],
  ])('%s has its code, and closes the connection', async (_name, answer, expected) => {
    server.setScript([answer]);
    const { code, after } = await failureOf(chat().stream(ask()));
    expect(code).toBe(expected);
    expect(after).toBe(code === 'PROVIDER_BUSY' && answer.headers ? 7000 : 0);
    await expect.poll(() => server.open()).toBe(0);
  });

  it.each<[string, ModelAnswer, Partial<TimeLimits>]>([
    ['no answer', { hang: true }, { firstMs: 50 }],
    ['comments instead of a first token', { comments: true }, { firstMs: 60 }],
    ['nothing after two pieces', { pieces: ['a', 'b', 'c'], stallAfter: 2 }, { betweenMs: 50 }],
    ['a slow drip', { pieces: Array<string>(1000).fill('a'), dripMs: 10 }, { totalMs: 150 }],
  ])('%s ends at its time limit', async (_name, answer, times) => {
    server.setScript([answer]);
    expect((await failureOf(chat(times).stream(ask()))).code).toBe('PROVIDER_TIMEOUT');
    await expect.poll(() => server.open()).toBe(0);
  });

  it('an address without a server is unavailable', async () => {
    await server.close();
    expect((await failureOf(chat().stream(ask()))).code).toBe('PROVIDER_UNAVAILABLE');
  });
});

describe('an answer in JSON', () => {
  const Decision = v.object({ decision: v.string(), votes: v.number() });
  const structured = (more: Partial<ChatRequest> = {}) =>
    structuredAnswer(chat(), Decision, { name: 'decision', ...ask(more) });

  it('is requested by schema and prompt, and validated', async () => {
    server.setScript([{ text: '{"decision":"yes","votes":3}' }]);
    expect(await structured()).toMatchObject({ value: { decision: 'yes', votes: 3 }, usage: { input: 12, output: 7 } });
    expect(server.requests[0]!.body).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'decision', schema: { required: ['decision', 'votes'] } },
      },
    });
    expect(server.prompts()[0]).toContain('"votes"');
  });

  it('is found in a code fence or after a sentence', async () => {
    for (const text of ['```json\n{"decision":"no","votes":1}\n```', 'Here it is: {"decision":"no","votes":1} Done.']) {
      server.setScript([{ text }]);
      expect((await structured()).value).toEqual({ decision: 'no', votes: 1 });
    }
  });

  it('is repaired once by the model, which gets the validation errors', async () => {
    server.setScript([{ text: '{"decision":"yes","votes":"three"}' }, { text: '{"decision":"yes","votes":3}' }]);
    expect(await structured()).toMatchObject({ value: { votes: 3 }, usage: { input: 24, output: 14 } });
    expect(server.prompts().at(-1)).toMatch(/votes: .*number/i);
  });

  it('that stays invalid fails after two requests', async () => {
    server.setScript([{ text: 'I will not.' }]);
    await expect(structured()).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
    expect(server.requests).toHaveLength(2);
  });

  it('works with servers without schemas by the prompt only', async () => {
    server.setScript((request) =>
      request.body['response_format'] ? { status: 400 } : { text: '{"decision":"yes","votes":3}' },
    );
    expect((await structured()).value.votes).toBe(3);
  });
});

describe('several providers in fallback order', () => {
  let other: ModelServer;
  let waited: number[];
  let now: number;
  let resilience: Resilience;
  beforeEach(async () => {
    other = await startModelServer({ script: [{ text: 'from the second' }] });
    waited = [];
    now = 0;
    resilience = {
      breakers: new Breakers({ now: () => now }),
      wait: (ms) => {
        waited.push(ms);
        return Promise.resolve();
      },
      random: () => 0.5,
    };
  });
  afterEach(() => other.close());

  const both = (times?: Partial<TimeLimits>): ChatProvider =>
    resilientChat(
      [
        { key: 'c1/first', provider: chat(times) },
        { key: 'c1/second', provider: chatAt(other.url) },
      ],
      resilience,
    );

  it('retries a busy provider after the time that it asked for, with jitter', async () => {
    server.setScript([{ status: 429, headers: { 'retry-after': '2' } }, { status: 503 }, { text: 'at last' }]);
    expect((await wholeAnswer(both().stream(ask()))).text).toBe('at last');
    expect(waited).toEqual([2500, 1250]);
    expect(other.requests).toHaveLength(0);
  });

  it('prices an answer in JSON by the provider that gave it, and limits by the most expensive one', async () => {
    const dear = { input: 10, output: 30 };
    const chats = resilientChat(
      [
        { key: 'c1/first', provider: chat() },
        { key: 'c1/second', provider: chatAt(other.url, {}, dear) },
      ],
      resilience,
    );
    expect(highestPrice(chats)).toBe(30);
    const usage = { prompt_tokens: 700, completion_tokens: 300 };
    const answer = { text: '{}', usage };
    const paid = async () => (await structuredAnswer(chats, v.object({}), { name: 'nothing', ...ask() })).money;
    server.setScript([{ text: 'not JSON', usage }, answer]);
    other.setScript([answer]);
    expect(await paid()).toBeCloseTo(0.004, 9);
    server.setScript([{ text: 'not JSON', usage }, { status: 401 }]);
    expect(await paid()).toBeCloseTo(0.032, 9);
  });

  it('asks the next one if the first is down, busy for long, late, or refuses', async () => {
    for (const answer of [
      { status: 500 },
      { status: 429, headers: { 'retry-after': '3600' } },
      { hang: true },
      { status: 401 },
      { status: 404 },
      { text: 'cut before a token', cutAfter: 0 },
    ] satisfies ModelAnswer[]) {
      server.setScript([answer]);
      const answered = await wholeAnswer(both({ firstMs: 80 }).stream(ask()));
      expect([answered.text, answered.provider], JSON.stringify(answer)).toEqual([
        'from the second',
        new URL(other.url).host,
      ]);
    }
  });

  it('does not restart an answer after its first token', async () => {
    server.setScript([{ text: 'one two three', cutAfter: 2 }]);
    expect((await failureOf(both().stream(ask()))).code).toBe('PROVIDER_ANSWER_CUT');
    expect([server.requests.length, other.requests.length, waited.length]).toEqual([1, 0, 0]);
  });

  it('reports the failure of the first when all fail', async () => {
    server.setScript([{ status: 402 }]);
    other.setScript([{ status: 401 }]);
    expect((await failureOf(both().stream(ask()))).code).toBe('PROVIDER_QUOTA_EXCEEDED');
  });

  it('stops with the signal while it waits', async () => {
    server.setScript([{ status: 503 }]);
    const stop = new AbortController();
    resilience.wait = (_ms, signal) => {
      stop.abort(new Error('stopped'));
      return Promise.reject(signal.reason as Error);
    };
    await expect(wholeAnswer(both().stream(ask({ signal: stop.signal })))).rejects.toThrow('stopped');
    expect(other.requests).toHaveLength(0);
  });

  it('does not ask a provider that fails repeatedly, tries it later, and returns to it', async () => {
    server.setScript([{ status: 500 }]);
    await wholeAnswer(both().stream(ask()));
    await wholeAnswer(both().stream(ask()));
    expect(server.requests).toHaveLength(5);
    await wholeAnswer(both().stream(ask()));
    expect(server.requests).toHaveLength(5);
    // another organization has its own circuit
    await wholeAnswer(resilientChat([{ key: 'c2/first', provider: chat() }], resilience).stream(ask())).catch(
      () => null,
    );
    expect(server.requests).toHaveLength(8);
    now += 31_000;
    server.setScript([{ text: 'back again' }]);
    expect((await wholeAnswer(both().stream(ask()))).text).toBe('back again');
    expect((await wholeAnswer(both().stream(ask()))).text).toBe('back again');
  });
});
