/** Push policy of custom templates. */
import { spaceOf } from '../../../sync/model/ids';
import type { Template } from '../../../sync/model/kinds/templates';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { onlyChanges, refusal, startsWith } from '../refusals';

const CHANGED_BY_CREATOR = ['title', 'content', 'categoryId', 'langType', 'shareRange', 'space'];

const spaceOfTemplate = (companyId: string, { creatorId, shareRange }: Pick<Template, 'creatorId' | 'shareRange'>) =>
  shareRange === 'team' ? spaceOf('company', companyId) : spaceOf('person', creatorId);

/** Moves a template into the space that its sharing determines. */
export async function placeTemplate(tx: SyncTransaction, template: StoredDoc<'templates'>): Promise<void> {
  const space = spaceOfTemplate(tx.companyId, template);
  if (space !== template.space) await tx.put('templates', template.id, { space });
}

/** Only the creator changes a template; everyone in the organization reads a shared one. */
export const templatePolicy: PushPolicy<'templates'> = {
  collection: 'templates',
  async check({ actor, before, after, changed }) {
    if (before && before.creatorId !== actor.userId) throw refusal('NO_PERMISSION');
    if (!after) return;
    // a device derives the space from its own copy; `apply` corrects it
    const spaces = [spaceOf('person', actor.userId), spaceOf('company', actor.companyId)];
    if (!spaces.includes(after.space)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) return onlyChanges(changed, CHANGED_BY_CREATOR, 'NO_PERMISSION');
    startsWith(after, { builtIn: false, creatorId: actor.userId });
  },
  async apply({ tx, after }) {
    if (after) await placeTemplate(tx, after);
  },
};
