import { useEffect, useState } from 'react';
import type { Language } from '../../../sync/model/languages';
import { templateTexts, type TemplateTexts } from '../../../sync/model/summary-templates';

/**
 * The texts of built-in templates in a language; `isFailed`: their file is neither on this device nor reachable.
 */
export function useTemplateTexts(language: Language): {
  /** null until they are loaded */
  texts: TemplateTexts | null;
  isFailed: boolean;
  retry: () => void;
} {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ language: Language; texts: TemplateTexts | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    templateTexts(language)
      .catch(() => null)
      .then((texts) => isCurrent && setState({ language, texts }))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [language, attempt]);
  const isHere = state?.language === language;
  return {
    texts: isHere ? state.texts : null,
    isFailed: isHere && state.texts === null,
    retry: () => {
      setState(null);
      setAttempt((n) => n + 1);
    },
  };
}
