/** Rejected changes of projects. */
import type { Doc } from '../../../model/kinds';
import type { Version } from '../../../merge/merge';
import { create } from './context';
import type { RejectedKind } from './rejected-kind';

export const rejectedProject: RejectedKind = {
  isCopiedAlone: true,
  async copy(context, item, _within, id) {
    const {
      _deleted,
      rev: _rev,
      updatedAt: _updatedAt,
      recency: _recency,
      abilities: _abilities,
      ...fields
    } = item.content as Version;
    await create(context, 'projects', 'owner', {
      ...(fields as unknown as Doc<'projects'>),
      id,
      space: `project:${id}`,
      ownerId: context.account.userId,
      shareRange: 'private',
      shareUserIds: [],
      shareDepartmentIds: [],
      contributorUserIds: [],
      contributorDepartmentIds: [],
    });
  },
};
