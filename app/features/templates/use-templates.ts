/** All templates that this person may use: built-in ones in a language, their own, and those of colleagues. */
import { useEffect, useMemo, useState } from 'react';
import { useAccount, useQuery } from '~/replica/hooks';
import type { Language } from '../../../sync/model/languages';
import type { Template } from '../../../sync/model/kinds/templates';
import {
  BUILT_IN_TEMPLATE_IDS,
  builtInOf,
  categoryOfBuiltIn,
  isTemplateCategory,
  TEMPLATE_CATEGORIES,
  templateTexts,
  type TemplateCategory,
  type TemplateTexts,
} from '../../../sync/model/summary-templates';

export interface ShownTemplate {
  id: string;
  title: string;
  content: string;
  category: TemplateCategory;
  origin: 'builtIn' | 'own' | 'shared';
  isFavourite: boolean;
  /** of a custom template */
  doc: Template | null;
}

export interface Templates {
  /** built-in ones in the order of their categories, then custom ones, newest first */
  list: readonly ShownTemplate[];
  categories: Readonly<Record<TemplateCategory, string>>;
}

/** The texts of built-in templates; `failed` where this device does not have their file and there is no connection. */
function useTemplateTexts(language: Language): { texts: TemplateTexts | null; isFailed: boolean; retry: () => void } {
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

const NONE: readonly Template[] = [];

export function useTemplates(language: Language): {
  templates: Templates | null;
  isFailed: boolean;
  retry: () => void;
} {
  const account = useAccount();
  const { texts, isFailed, retry } = useTemplateTexts(language);
  const custom = useQuery({ kind: 'find', collection: 'templates', sort: [{ recency: 'asc' }] });
  const preferences = useQuery(account && { kind: 'one', collection: 'preferences', id: account.userId });
  const templates = useMemo(() => {
    if (!texts || custom === undefined) return null;
    const favourites = new Set(preferences?.favouriteTemplateIds);
    const builtIn = BUILT_IN_TEMPLATE_IDS.map((id): ShownTemplate => ({
      id,
      ...builtInOf(texts, id),
      category: categoryOfBuiltIn(id),
      origin: 'builtIn',
      isFavourite: favourites.has(id),
      doc: null,
    }));
    const own = (custom ?? NONE).map((doc): ShownTemplate => ({
      id: doc.id,
      title: doc.title,
      content: doc.content,
      category: isTemplateCategory(doc.categoryId) ? doc.categoryId : TEMPLATE_CATEGORIES[0],
      origin: doc.creatorId === account?.userId ? 'own' : 'shared',
      isFavourite: favourites.has(doc.id),
      doc,
    }));
    return { list: [...builtIn, ...own], categories: texts.categories };
  }, [texts, custom, preferences, account?.userId]);
  return { templates, isFailed, retry };
}
