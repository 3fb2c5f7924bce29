import { useEffect, useState } from 'react';
import type { Language } from '../../../sync/model/languages';
import { templateTexts, type TemplateTexts } from '../../../sync/model/summary-templates';

/** The built-in templates in a language; undefined until they are loaded. */
export function useTemplateTexts(language: Language): TemplateTexts | undefined {
  const [texts, setTexts] = useState<TemplateTexts>();
  useEffect(() => {
    let isOver = false;
    templateTexts(language)
      .then((loaded) => !isOver && setTexts(loaded))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [language]);
  return texts;
}
