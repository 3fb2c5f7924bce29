/** All templates that this person may use: built-in ones in a language, own ones, and those shared by colleagues. */
import { useMemo } from 'react';
import { useAccount, useQuery } from '~/replica/hooks';
import type { Language } from '../../../sync/model/languages';
import type { Template } from '../../../sync/model/kinds/templates';
import {
  BUILT_IN_TEMPLATE_IDS,
  builtInOf,
  categoryOfBuiltIn,
  isTemplateCategory,
  TEMPLATE_CATEGORIES,
  type TemplateCategory,
} from '../../../sync/model/summary-templates';
import { useTemplateTexts } from './use-template-texts';

export interface ShownTemplate {
  id: string;
  title: string;
  content: string;
  category: TemplateCategory;
  origin: 'builtIn' | 'own' | 'shared';
  isFavourite: boolean;
  /** the document of a custom template, null for a built-in one */
  doc: Template | null;
}

export interface Templates {
  /** built-in ones in the order of their categories, then custom ones, newest first */
  list: readonly ShownTemplate[];
  categories: Readonly<Record<TemplateCategory, string>>;
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
