/** Parts of a code by their meaning. Loaded with the first code block that names a language. */
import { parse, type TokenType } from 'sugar-high/core';
import { lang, languages } from 'sugar-high/lang';

export interface CodePart {
  from: number;
  to: number;
  type: TokenType;
}

const PLAIN = new Set<TokenType>(['identifier', 'sign', 'space', 'break', 'jsxliterals']);

/** Coloured parts with offsets in UTF-16 units; none for an unknown language. */
export function codeParts(code: string, language: string): CodePart[] {
  const name = lang(language);
  const known = languages.find(({ id }) => id === name);
  if (!known || known.id === 'plaintext') return [];
  const parts: CodePart[] = [];
  let at = 0;
  for (const line of parse(code, known.config).lines) {
    for (const { type, value } of line.tokens) {
      const from = code.indexOf(value, at);
      if (from < 0) continue;
      at = from + value.length;
      if (!PLAIN.has(type)) parts.push({ from, to: at, type });
    }
  }
  return parts;
}
