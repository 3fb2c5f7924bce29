import { accessRequestCalls } from '../../../server/core/access-requests/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [
    accessRequestCalls.ask,
    (ann) => [
      { kind: 'projects', id: ann.project },
      { kind: 'notes', id: ann.note },
      { kind: 'meetings', id: ann.meeting },
    ],
  ],
];
