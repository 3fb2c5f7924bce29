import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['japanese', 'simplified-chinese', 'traditional-chinese'])(
  'the demo is written with full-width punctuation: %s',
  (language) => {
    const text = readFileSync(new URL(`./content/${language}.ts`, import.meta.url), 'utf8');
    expect(
      text.match(/.{0,10}(?:[\u3040-\u30ff\u3400-\u9fff][,:;!?()]|[,:;!?()][\u3040-\u30ff\u3400-\u9fff]).{0,10}/g) ??
        [],
    ).toEqual([]);
  },
);
