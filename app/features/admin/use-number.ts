import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../sync/model/languages';

/** Formats numbers for the reader's language. */
export function useNumber(): (value: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(languageTag(i18n.language));
    return (value) => format.format(value);
  }, [i18n.language]);
}
