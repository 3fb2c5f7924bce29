import { taskCalls } from '../../../server/core/tasks/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [taskCalls.page, () => [{}]],
  [taskCalls.get, (ann) => [{ id: ann.task }]],
  [taskCalls.cancel, (ann) => [{ id: ann.task }]],
  [taskCalls.retry, (ann) => [{ id: ann.task }]],
];
