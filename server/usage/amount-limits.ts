/** The operator's limits of tokens and money, as `TOKEN_LIMITS` and `MONEY_LIMITS` give them. */
import { ConfigError } from '../platform/config';
import type { ServiceLimit } from './services';

export const AMOUNT_UNITS = ['tokens', 'money'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

/** Of money in millionths of the currency. */
export type AmountLimits = Record<AmountUnit, ServiceLimit>;

export const MONEY_SCALE = 1_000_000;
const NO_LIMIT: ServiceLimit = { perDay: null, personPerDay: null };
const LIMITS: Record<AmountUnit, { form: RegExp; variable: string; example: string; scale: number }> = {
  tokens: { form: /^(\*|\d{1,12}):(\*|\d{1,12})$/, variable: 'TOKEN_LIMITS', example: '2000000:200000', scale: 1 },
  money: {
    form: /^(\*|\d{1,9}(?:\.\d{1,6})?):(\*|\d{1,9}(?:\.\d{1,6})?)$/,
    variable: 'MONEY_LIMITS',
    example: '20:2.5',
    scale: MONEY_SCALE,
  },
};

/** Reads `perDay:personPerDay` of each unit, `*` for no limit. Throws ConfigError. */
export function readAmountLimits(texts: Record<AmountUnit, string>): AmountLimits {
  const read = (unit: AmountUnit): ServiceLimit => {
    const { form, variable, example, scale } = LIMITS[unit];
    const text = texts[unit].trim();
    if (text === '') return NO_LIMIT;
    const [, perDay, personPerDay] = form.exec(text) ?? [];
    if (perDay === undefined || personPerDay === undefined)
      throw new ConfigError(`${variable} must be two numbers or *, such as ${example}; it is "${text}".`);
    const amount = (part: string): number | null => (part === '*' ? null : Math.round(Number(part) * scale));
    return { perDay: amount(perDay), personPerDay: amount(personPerDay) };
  };
  return { tokens: read('tokens'), money: read('money') };
}
