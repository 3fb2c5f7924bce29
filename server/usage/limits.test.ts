import { expect, it } from 'vitest';
import { ConfigError } from '../platform/config';
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
