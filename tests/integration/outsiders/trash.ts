import { trashCalls } from '../../../server/core/trash/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [trashCalls.page, () => [{}]],
  [
    trashCalls.restore,
    (ann) => [
      { kind: 'projects', id: ann.project },
      { kind: 'notes', id: ann.note },
      { kind: 'meetings', id: ann.meeting },
    ],
  ],
  [trashCalls.erase, (ann) => [{ kind: 'notes', id: ann.trashed }]],
  [trashCalls.empty, () => [{ before: 0 }]],
];
