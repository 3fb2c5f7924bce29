/** Fields of documents as devices push them. */
import { spaceOf } from '../../sync/model/ids';

/** A project of Ann's that only she sees. */
export const projectFields = (id: string) => ({
  space: spaceOf('project', id),
  title: 'A project',
  description: '',
  instructions: '',
  ownerId: 'ann',
  contributorUserIds: [] as string[],
  contributorDepartmentIds: [] as string[],
  shareRange: 'private' as const,
  shareUserIds: [] as string[],
  shareDepartmentIds: [] as string[],
  webSearchEnabled: false,
  createdAt: 1,
});
