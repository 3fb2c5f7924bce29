/** Commands for custom summary templates, and for the favourites among all templates. */
import * as v from 'valibot';
import { newId, spaceOf } from '../../../model/ids';
import { TemplateContent } from '../../../model/kinds/templates';
import { isTemplateCategory } from '../../../model/summary-templates';
import { CallError } from '../../../protocol/errors';
import { allowed, checkedFields, create, type Handlers } from './context';
import { ensurePreferences } from './preferences';

const wrong = (field: string): CallError => new CallError('PARAM_ERROR', { fieldErrors: { [field]: 'PARAM_ERROR' } });

export const templateCommands: Handlers<'template'> = {
  async 'template.save'(context, { id, title, content, categoryId, langType, shareRange }) {
    const written = v.safeParse(TemplateContent, content);
    if (!written.success) throw wrong('content');
    if (!isTemplateCategory(categoryId)) throw wrong('categoryId');
    const fields = { title, content: written.output, categoryId, langType, shareRange };
    if (id !== undefined) {
      await allowed(context, 'templates', id, 'update', 'TEMPLATE_NOT_FOUND');
      const checked = checkedFields('templates', fields);
      await context.documents.change('templates', id, () => checked);
      return { id };
    }
    const fresh = newId(context.clock.now());
    await create(context, 'templates', 'owner', {
      ...fields,
      id: fresh,
      // the server moves a shared template into the organization's space
      space: spaceOf('person', context.account.userId),
      builtIn: false,
      creatorId: context.account.userId,
      createdAt: context.clock.now(),
    });
    return { id: fresh };
  },

  async 'template.delete'(context, { id }) {
    await allowed(context, 'templates', id, 'delete', 'TEMPLATE_NOT_FOUND');
    await context.documents.remove('templates', [id]);
    return null;
  },

  async 'template.favourite'(context, { id, isFavourite }) {
    await ensurePreferences(context);
    await context.documents.change('preferences', context.account.userId, ({ favouriteTemplateIds }) => {
      if (favouriteTemplateIds.includes(id) === isFavourite) return null;
      const others = favouriteTemplateIds.filter((each) => each !== id);
      return checkedFields('preferences', { favouriteTemplateIds: isFavourite ? [...others, id] : others });
    });
    return null;
  },
};
