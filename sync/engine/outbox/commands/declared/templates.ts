/** Summary templates. */
import type { Template } from '../../../../model/kinds/templates';

export interface TemplateCommands {
  /**
   * Creates a custom summary template, or with `id` changes an own one. Throws TEMPLATE_NOT_FOUND, NO_PERMISSION,
   * PARAM_ERROR with the field
   */
  'template.save': {
    input: Pick<Template, 'title' | 'content' | 'categoryId' | 'langType'> & {
      id?: string;
      shareRange: 'private' | 'team';
    };
    output: { id: string };
  };
  'template.delete': { input: { id: string }; output: null };
  /** for a built-in or custom template; throws PARAM_ERROR beyond the limit of favourites */
  'template.favourite': { input: { id: string; isFavourite: boolean }; output: null };
}
