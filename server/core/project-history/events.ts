/** Derives the events of a project from the change of a document. */
import { hasContent, type ItemType } from '../../../sync/model/kinds/project-items';
import { isArchived } from '../../../sync/model/kinds/projects';
import type { StoredDoc } from '../../sync/store';
import type { EventType } from './contract';

export interface EventParams {
  /** the title before; absent if people who can read the event could not read the document then */
  from?: string;
  /** a share range */
  range?: string;
  /** people or departments who gained or lost access by name, at most twenty; the new owner of a transferred project */
  ids?: string[];
  /** their number; of a new version: its number */
  count?: number;
  /** of a file or link */
  itemType?: ItemType;
}
export interface ProjectEvent {
  projectId: string;
  type: EventType;
  params: EventParams;
}

export type Item = StoredDoc<'notes'> | StoredDoc<'meetings'>;

/** ids named in an event */
const IDS_MAX = 20;

function missingIn(ids: readonly string[], others: readonly string[]): string[] {
  // a push may hold very long lists
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

function accessEvents(projectId: string, before: readonly string[], after: readonly string[]): ProjectEvent[] {
  const event = (type: 'gained' | 'lost', ids: string[]): ProjectEvent[] =>
    ids.length === 0 ? [] : [{ projectId, type, params: { ids: ids.slice(0, IDS_MAX), count: ids.length } }];
  return [...event('gained', missingIn(after, before)), ...event('lost', missingIn(before, after))];
}

/** Additions, deletions, moves and names. */
function changesOf(
  before: Pick<Item, 'projectId' | 'title'> | null,
  after: Pick<Item, 'projectId' | 'title'> | null,
): ProjectEvent[] {
  if (!before || !after) {
    const { projectId } = (before ?? after)!;
    return projectId ? [{ projectId, type: before ? 'deleted' : 'added', params: {} }] : [];
  }
  const { projectId } = after;
  const events: ProjectEvent[] = [];
  if (before.projectId !== projectId) {
    if (before.projectId) events.push({ projectId: before.projectId, type: 'movedOut', params: {} });
    if (projectId) events.push({ projectId, type: 'movedIn', params: {} });
  }
  if (projectId && before.title !== after.title)
    events.push({ projectId, type: 'renamed', params: { from: before.title } });
  return events;
}

/** @param before null for a document that was created or restored; `after` null: deleted */
export function eventsOfItem(before: Item | null, after: Item | null): ProjectEvent[] {
  const events = changesOf(before, after);
  if (!before || !after || !after.projectId) return events;
  const { projectId } = after;
  if (before.shareRange !== after.shareRange)
    events.push({ projectId, type: 'shared', params: { range: after.shareRange } });
  const named = (item: Item): string[] => [
    ...(item.shareUserIds ?? []),
    ...('shareDepartmentIds' in item ? item.shareDepartmentIds : []),
  ];
  return [...events, ...accessEvents(projectId, named(before), named(after))];
}

/** Of files, websites and single pages. A page of a website and a reference have no history of their own. */
export function eventsOfFile(
  before: StoredDoc<'projectItems'> | null,
  after: StoredDoc<'projectItems'> | null,
): ProjectEvent[] {
  const { itemType } = (after ?? before)!;
  if (!hasContent(itemType) || itemType === 'websiteUrl') return [];
  const changed = changesOf(before, after);
  if (before && after && before.version > 0 && after.version > before.version)
    changed.push({ projectId: after.projectId, type: 'newVersion', params: { count: after.version } });
  return changed.map((event) => ({ ...event, params: { ...event.params, itemType } }));
}

export function eventsOfProject(
  before: StoredDoc<'projects'> | null,
  after: StoredDoc<'projects'> | null,
): ProjectEvent[] {
  // a deleted project has no history to show
  if (!after) return [];
  const projectId = after.id;
  if (!before) return [{ projectId, type: 'added', params: {} }];
  const events: ProjectEvent[] = [];
  const isTransferred = before.ownerId !== after.ownerId;
  if (isTransferred) events.push({ projectId, type: 'transferred', params: { ids: [after.ownerId], count: 1 } });
  if (before.title !== after.title) events.push({ projectId, type: 'renamed', params: { from: before.title } });
  if (isArchived(before) !== isArchived(after))
    events.push({ projectId, type: isArchived(after) ? 'archived' : 'unarchived', params: {} });
  if (before.shareRange !== after.shareRange)
    events.push({ projectId, type: 'shared', params: { range: after.shareRange } });
  // a transfer also moves the former and the new owner between the lists of members: no event of its own
  if (isTransferred) return events;
  const named = (project: StoredDoc<'projects'>): string[] => [
    ...new Set([
      ...project.contributorUserIds,
      ...project.contributorDepartmentIds,
      ...project.shareUserIds,
      ...project.shareDepartmentIds,
    ]),
  ];
  return [...events, ...accessEvents(projectId, named(before), named(after))];
}
