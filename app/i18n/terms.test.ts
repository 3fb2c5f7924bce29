/** Consistent terms and one register in each language: the rules of locales/README.md that a pattern can check. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Language } from '../../sync/model/languages';

const folder = new URL('../../locales/', import.meta.url);
/** Every text of a language as `namespace:key text`. */
function textsOf(language: Language): string[] {
  const out: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') out.push(`${name} ${value}`);
    else
      for (const [key, inner] of Object.entries(value as object))
        walk(inner, name.endsWith(':') ? `${name}${key}` : `${name}.${key}`);
  };
  for (const file of readdirSync(new URL(language, folder)))
    walk(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')), `${file.slice(0, -5)}:`);
  return out;
}
const FORMAL = /^(mail|legal):/;

const WRONG_TERMS: Record<Language, RegExp> = {
  en: /e-mail|\bnobody\b|\bsomebody\b|\beverybody\b|'/i,
  ja: /デバイス|\}\}さん|〜|書き出し|所有者|コネクタ(?!ー)|保存領域|詳細リサーチ|[^ \d～.]\d+日間/,
  ko: /전사|편지함|멤버|기여자|보낼 항목|가입 신청|참가자|정하기|심층 리서치|[“”]/,
  zh_hans: /本设备|这台设备|参与者|工作空间|电子邮箱|(?<!点数)账户|转移|重设|徽标/,
  zh_hant:
    /這部裝置|這台裝置|轉寫|會議記錄|稽核記錄|存取記錄|參與者|工作空間|(?<!點數)帳戶|共享|下級|連網|代理程式|密碼金鑰/,
};
it.each(Object.entries(WRONG_TERMS) as [Language, RegExp][])('uses one term: %s', (language, wrong) => {
  expect(textsOf(language).filter((text) => wrong.test(text.slice(text.indexOf(' ') + 1)))).toEqual([]);
});

it.each(['zh_hans', 'zh_hant'] as const)('uses one form of address: %s', (language) => {
  const texts = textsOf(language);
  expect(texts.filter((text) => !FORMAL.test(text) && text.includes('您'))).toEqual([]);
  expect(texts.filter((text) => FORMAL.test(text) && text.includes('你'))).toEqual([]);
});

it('uses 합니다체 in Korean e-mails and legal texts, and 해요체 on screens', () => {
  const texts = textsOf('ko');
  expect(texts.filter((text) => FORMAL.test(text) && /[요죠](?=[.!?]|$)/.test(text))).toEqual([]);
  expect(texts.filter((text) => !FORMAL.test(text) && /(?:니다|십시오)(?=[.!?]|$)/.test(text))).toEqual([]);
});

it('contracts no English verb at the end of a clause', () => {
  // “wherever you’re” is wrong: the verb is stressed there
  const wrong = /’(?:re|m|ve|ll|d)(?=$|[.,;:!?)]| (?:and|or|but)\b)|\b(?:it|he|she|that|there)’s(?=$|[.,;:!?)])/i;
  expect(textsOf('en').filter((text) => wrong.test(text))).toEqual([]);
});

it('asks Japanese questions with the particle of the action', () => {
  // 「…しませんか」 is an invitation
  expect(textsOf('ja').filter((text) => !text.startsWith('landing:') && /しませんか/.test(text))).toEqual([]);
});

it('no Korean particle depends on the last letter of a placeholder', () => {
  expect(textsOf('ko').filter((text) => /\}\}’?(?:은|는|이|가|을|를|와|과|으로|로)(?=[ .,?]|$)/.test(text))).toEqual(
    [],
  );
});

const REPORT: Record<Language, RegExp> = {
  en: /report/i,
  ja: /レポート/,
  ko: /보고서/,
  zh_hans: /报告/,
  zh_hant: /報告/,
};
it.each(Object.entries(REPORT) as [Language, RegExp][])(
  'calls a result of deep research a report only where a language model wrote it: %s',
  (language, word) => {
    const withModel = /^(research:report\.(report|contradictionsText)|ask:mode\.researchText) /;
    const texts = textsOf(language).filter(
      (text) => /^(research:|ask:mode\.|errors:DEEP_RESEARCH)/.test(text) && !withModel.test(text),
    );
    expect(texts.filter((text) => word.test(text.slice(text.indexOf(' ') + 1)))).toEqual([]);
  },
);
