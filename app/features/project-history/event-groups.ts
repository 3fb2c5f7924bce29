import type { HistoryEvent } from '../../../server/core/project-history/contract';

/** Kinds of events to choose from. */
export const EVENT_GROUPS = ['added', 'renamed', 'moved', 'shared', 'deleted'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

const GROUPS: Record<HistoryEvent['type'], EventGroup> = {
  added: 'added',
  restored: 'added',
  newVersion: 'added',
  renamed: 'renamed',
  movedIn: 'moved',
  movedOut: 'moved',
  shared: 'shared',
  gained: 'shared',
  lost: 'shared',
  transferred: 'shared',
  archived: 'deleted',
  unarchived: 'deleted',
  deleted: 'deleted',
};
export const groupOf = (type: HistoryEvent['type']): EventGroup => GROUPS[type];
