import { useTranslation } from 'react-i18next';
import { isLanguage, languageTag } from '~/i18n/languages';

/** The width of every band of the page. */
export const WIDE = 'mx-auto w-full max-w-[70rem] px-4 md:px-8';

const useTag = (): string => {
  const { i18n } = useTranslation();
  return languageTag(isLanguage(i18n.language) ? i18n.language : 'en');
};

/** A number as the reader's language writes it. */
export function useNumber(): (value: number) => string {
  const format = new Intl.NumberFormat(useTag());
  return (value) => format.format(value);
}

/** An amount of yen. */
export function useYen(): (amount: number) => string {
  const format = new Intl.NumberFormat(useTag(), { style: 'currency', currency: 'JPY', currencyDisplay: 'narrowSymbol' });
  return (amount) => format.format(amount);
}
