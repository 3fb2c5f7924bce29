/** Tokens and money of calls of models: limits, reservations, settlement once, and calls that fail or stop. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChatEvent, ChatProvider } from '../ai/chat/provider';
import { ProviderFailure } from '../ai/failure';
import { meteredChat } from '../core/ai-providers/metered-chat';
import { createParts, type Parts } from '../../tests/support/parts';
import { describeOnDatabase } from '../../tests/support/database';
import { readAmountLimits, type AmountLimits } from './amount-limits';
import { Amounts, type ModelCall } from './amounts';
import '../shared/identity-tables';
import { DAY_MS, USE_KEPT_MS } from './usage';

const NONE = { perDay: null, personPerDay: null };
const [ann, ben] = [
  { companyId: 'acme', userId: 'ann' },
  { companyId: 'acme', userId: 'ben' },
];
const call = (callId: string): ModelCall => ({
  callId,
  service: 'agent.retrieve',
  model: 'm',
  price: { input: 2, output: 10 },
});

describeOnDatabase('the tokens and money of models', (engine) => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await createParts(engine);
    await parts.platform.db
      .insertInto('companies')
      .values(['acme', 'other'].map((id) => ({ id, name: id, created_at: 1, updated_at: 1 })))
      .execute();
  });
  afterEach(async () => {
    await parts.platform.db.deleteFrom('service_amount').execute();
    await parts.platform.db.deleteFrom('amount_limit').execute();
  });
  afterAll(() => parts.close());

  const amounts = (limits: Partial<AmountLimits> = {}): Amounts =>
    new Amounts(parts.platform, { tokens: NONE, money: NONE, ...limits });
  const rows = () =>
    parts.platform.db
      .selectFrom('service_amount')
      .select(['id', 'user_id', 'model', 'input_tokens', 'output_tokens', 'cost', 'is_settled'])
      .orderBy('id')
      .execute();
  const tried = (of: Amounts, who: typeof ann, id: string, tokens: number): Promise<string> =>
    of.reserve(who, call(id), { input: tokens, output: 0 }).then(
      () => 'reserved',
      (error: { code: string }) => error.code,
    );

  it('are reserved by an estimate and settled once with the real use', async () => {
    const reservation = await amounts().reserve(ann, call('c1'), { input: 100, output: 50 });
    expect(await rows()).toMatchObject([
      { id: 'c1', input_tokens: 100, output_tokens: 50, cost: 700, is_settled: false },
    ]);
    await reservation.settle({ input: 90, output: 7 }, { model: 'fallback', price: { input: 1, output: 1 } });
    await reservation.settle({ input: 9000, output: 7000 });
    await reservation.giveBack();
    expect(await rows()).toEqual([
      { id: 'c1', user_id: 'ann', model: 'fallback', input_tokens: 90, output_tokens: 7, cost: 97, is_settled: true },
    ]);
    const { all, mine } = await amounts().usedToday('acme', 'ann');
    expect([all, mine]).toEqual([
      { tokens: 97, money: 97 },
      { tokens: 97, money: 97 },
    ]);
  });

  it('count once for one call, in several processes and beyond a limit', async () => {
    const limited = amounts({ tokens: { perDay: 100, personPerDay: null } });
    expect(await Promise.all(Array.from({ length: 6 }, () => tried(limited, ann, 'c1', 100)))).toEqual(
      Array<string>(6).fill('reserved'),
    );
    expect(await rows()).toHaveLength(1);
    expect(await tried(limited, ann, 'c2', 1)).toBe('USER_SERVICE_QUOTA_EXCEEDED');
  });

  it('are refused beyond the limits of a person, an organization and a day', async () => {
    const limited = amounts({ tokens: { perDay: 150, personPerDay: 100 }, money: NONE });
    expect([await tried(limited, ann, 'a', 100), await tried(limited, ann, 'b', 1)]).toEqual([
      'reserved',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ]);
    expect([await tried(limited, ben, 'c', 51), await tried(limited, ben, 'd', 50)]).toEqual([
      'USER_SERVICE_QUOTA_EXCEEDED',
      'reserved',
    ]);
    expect(await tried(limited, { companyId: 'other', userId: 'zoe' }, 'e', 100)).toBe('reserved');
    parts.pass(DAY_MS);
    expect(await tried(limited, ann, 'f', 100)).toBe('reserved');
  });

  it('hold the stricter of the operator’s and the organization’s limits, in money too', async () => {
    const limited = amounts(readAmountLimits({ tokens: '*:1000', money: '0.001:*' }));
    await limited.setLimits('acme', {
      tokens: { perDay: 5000, personPerDay: 5000 },
      money: { perDay: 500, personPerDay: null },
    });
    expect(await limited.limits('acme')).toEqual({
      tokens: { perDay: 5000, personPerDay: 1000 },
      money: { perDay: 500, personPerDay: null },
    });
    expect([await tried(limited, ann, 'a', 250), await tried(limited, ann, 'b', 1)]).toEqual([
      'reserved',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ]);
    await limited.setLimits('acme', { tokens: NONE, money: NONE });
    expect((await limited.limits('acme')).money.perDay).toBe(1000);
    expect([await tried(limited, ann, 'b', 250), await tried(limited, ann, 'c', 1)]).toEqual([
      'reserved',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ]);
  });

  it('let one of many simultaneous calls be the last', async () => {
    const limited = amounts({ tokens: { perDay: 30, personPerDay: null } });
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => tried(limited, n % 2 ? ann : ben, `c${n}`, 10)),
    );
    expect(answers.filter((answer) => answer === 'reserved')).toHaveLength(3);
  });

  it('are kept for slightly more than a year', async () => {
    await tried(amounts(), ann, 'old', 1);
    parts.pass(USE_KEPT_MS + 1000);
    await tried(amounts(), ann, 'new', 1);
    await amounts().cleanUp();
    expect((await rows()).map(({ id }) => id)).toEqual(['new']);
  });

  const start: ChatEvent = { type: 'start', provider: 'p', model: 'scripted', price: { input: 1, output: 1 } };
  const done: ChatEvent = { type: 'done', finish: 'stop', usage: { input: 12, output: 3, isEstimated: false } };
  const providerOf = (events: (ChatEvent | Error)[]): ChatProvider => ({
    name: 'p',
    model: 'scripted',
    contextTokens: 1000,
    price: { input: 1, output: 1 },
    async *stream() {
      for (const event of events) {
        if (event instanceof Error) throw event;
        await Promise.resolve();
        yield event;
      }
    },
  });
  const metered = (events: (ChatEvent | Error)[], of = amounts()) =>
    meteredChat(of, providerOf(events), { consumer: ann, service: 'agent.retrieve', callId: 'q' });
  const request = () => ({
    messages: [{ role: 'user' as const, content: 'What did we decide?' }],
    maxTokens: 100,
    signal: new AbortController().signal,
  });
  const drain = async (chat: ChatProvider, until?: ChatEvent): Promise<void> => {
    for await (const event of chat.stream(request())) if (event === until) break;
  };

  it('of a streamed answer are settled at its end, each stream of a call for itself', async () => {
    const chat = metered([start, { type: 'text', text: 'Yes.' }, done]);
    await drain(chat);
    await drain(chat);
    expect(
      (await rows()).map(({ id, input_tokens, output_tokens, is_settled }) => [
        id,
        input_tokens,
        output_tokens,
        is_settled,
      ]),
    ).toEqual([
      ['q', 12, 3, true],
      ['q/2', 12, 3, true],
    ]);
  });

  it('are given back where nothing was answered, and refused before the provider is asked', async () => {
    await expect(drain(metered([new ProviderFailure('key', 'refused')]))).rejects.toMatchObject({ kind: 'key' });
    expect(await rows()).toEqual([]);
    const limited = amounts({ tokens: { perDay: 50, personPerDay: null } });
    await expect(drain(metered([new Error('was asked')], limited))).rejects.toMatchObject({
      code: 'USER_SERVICE_QUOTA_EXCEEDED',
    });
  });

  it('of an answer that is cut or stopped are what arrived', async () => {
    const text: ChatEvent = { type: 'text', text: 'Half an answer' };
    await expect(drain(metered([start, text, new ProviderFailure('cut', 'cut')]))).rejects.toMatchObject({
      kind: 'cut',
    });
    const cut = await rows();
    expect(cut).toMatchObject([{ id: 'q', is_settled: true }]);
    expect([cut[0]!.output_tokens > 2, cut[0]!.output_tokens < 20]).toEqual([true, true]);
    await parts.platform.db.deleteFrom('service_amount').execute();
    await drain(metered([start, text, done]), text);
    expect(await rows()).toMatchObject([{ is_settled: true, output_tokens: cut[0]!.output_tokens }]);
  });
});
