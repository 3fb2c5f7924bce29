import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Language } from '../../../sync/model/languages';
import { builtInOf, isBuiltInTemplate } from '../../../sync/model/summary-templates';
import { useTemplateTexts } from './use-template-texts';

/**
 * A template by its id; undefined until it is read. Null if it was deleted or is not shared with this person, or if the
 * file of the built-in templates is not available.
 */
export function useTemplate(id: string, language: Language): { title: string; content: string } | null | undefined {
  const { texts, isFailed } = useTemplateTexts(language);
  const custom = useQuery(isBuiltInTemplate(id) ? null : { kind: 'one', collection: 'templates', id });
  return useMemo(() => {
    if (!isBuiltInTemplate(id)) return custom;
    return texts ? builtInOf(texts, id) : isFailed ? null : undefined;
  }, [id, texts, isFailed, custom]);
}
