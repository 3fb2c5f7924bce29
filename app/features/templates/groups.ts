/** Filters templates and groups them under headings. */
import { matches } from '~/ui/controls/match-words';
import { TEMPLATE_CATEGORIES, type TemplateCategory } from '../../../sync/model/summary-templates';
import type { ShownTemplate, Templates } from './use-templates';

export const FILTERS = ['all', 'favourites', 'custom', ...TEMPLATE_CATEGORIES] as const;
export type TemplateFilter = (typeof FILTERS)[number];

export interface TemplateGroup {
  id: 'favourites' | 'own' | 'shared' | TemplateCategory;
  templates: readonly ShownTemplate[];
}

const passes = (template: ShownTemplate, filter: TemplateFilter): boolean =>
  filter === 'all' ||
  (filter === 'favourites'
    ? template.isFavourite
    : filter === 'custom'
      ? template.origin !== 'builtIn'
      : template.category === filter);

/**
 * Favourites first, then custom templates, then the categories in their order; each template once. Empty groups are left
 * out.
 */
export function groupsOf({ list }: Templates, filter: TemplateFilter, search: string): TemplateGroup[] {
  const shown = list.filter(
    (template) => passes(template, filter) && matches(search, template.title, template.content),
  );
  const groupOf = ({ isFavourite, origin, category }: ShownTemplate): TemplateGroup['id'] =>
    isFavourite ? 'favourites' : origin === 'builtIn' ? category : origin;
  return (['favourites', 'own', 'shared', ...TEMPLATE_CATEGORIES] as const)
    .map((id) => ({ id, templates: shown.filter((template) => groupOf(template) === id) }))
    .filter(({ templates }) => templates.length > 0);
}
