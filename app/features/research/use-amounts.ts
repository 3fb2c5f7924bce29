import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../sync/model/languages';

/** Formats budgets and their used parts as text. */
export function useAmounts() {
  const { t, i18n } = useTranslation('research');
  const { language } = i18n;
  return useMemo(() => {
    const format = new Intl.NumberFormat(languageTag(language));
    const number = (value: number): string => format.format(value);
    const money = new Intl.NumberFormat(languageTag(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    return {
      number,
      money: (value: number): string => money.format(value),
      sources: (count: number): string => t('budget.sourceCount', { count, number: number(count) }),
      minutes: (count: number): string => t('budget.minuteCount', { count, number: number(count) }),
      tokens: (count: number): string => t('budget.tokenCount', { count, number: number(count) }),
    };
  }, [t, language]);
}
