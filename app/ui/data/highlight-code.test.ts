import { describe, expect, it } from 'vitest';
import { codeParts } from './highlight-code';

const words = (code: string, language: string): string[] =>
  codeParts(code, language).map(({ from, to, type }) => `${type}:${code.slice(from, to)}`);

describe('parts of a code', () => {
  it('are found by language and its short names, at their places', () => {
    expect(words('const a = 1;\nreturn a; // 終わり', 'ts')).toEqual(
      expect.arrayContaining(['keyword:const', 'keyword:return', 'comment:// 終わり']),
    );
    expect(words('def f():\n    return None  # x', 'py')).toEqual(
      expect.arrayContaining(['keyword:def', 'keyword:return', 'comment:# x']),
    );
  });

  it('do not overlap and are in order', () => {
    const code = 'if (a === "if") { if (b) return `x${a}`; }\n'.repeat(20);
    let last = 0;
    for (const { from, to } of codeParts(code, 'js')) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
    }
  });

  it('are none for an unknown language or plain text', () => {
    expect(codeParts('if a', 'nonsense')).toEqual([]);
    expect(codeParts('if a', 'text')).toEqual([]);
  });
});
