import { expect, it } from 'vitest';
import { ConfigError } from '../platform/config';
import { readAmountLimits } from './amount-limits';
import { readServiceLimits } from './limits';

it("reads the operator's limits by service", () => {
  expect(readServiceLimits('')).toEqual({});
  expect(readServiceLimits('websearch.call=5000:200, deepresearch.call=*:10,')).toEqual({
    'websearch.call': { perDay: 5000, personPerDay: 200 },
    'deepresearch.call': { perDay: null, personPerDay: 10 },
  });
});

it.each(['websearch.call', 'websearch.call=5', 'websearch.call=-1:2', 'websearch.call=1:2:3', 'mail.send=1:1', '=1:1'])(
  'refuses %j with a sentence for the operator',
  (text) => {
    expect(() => readServiceLimits(text)).toThrow(ConfigError);
  },
);

it('reads limits of tokens and of money in millionths', () => {
  expect(readAmountLimits({ tokens: '2000000:*', money: '20:2.5' })).toEqual({
    tokens: { perDay: 2_000_000, personPerDay: null },
    money: { perDay: 20_000_000, personPerDay: 2_500_000 },
  });
  expect(readAmountLimits({ tokens: '', money: '' }).money).toEqual({ perDay: null, personPerDay: null });
});

it.each(['5', '1.5:2', '-1:2', 'all:*'])('refuses the limit %j of tokens with the name of its variable', (tokens) => {
  expect(() => readAmountLimits({ tokens, money: '' })).toThrow(/^TOKEN_LIMITS must be/);
});
