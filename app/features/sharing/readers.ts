/**
 * Computes on the device who can read a project, note, meeting or chat, and by which grant; the same rules as on the
 * server (server/core/item-access.ts, server/core/projects/access.ts).
 */
import type { Person } from '../../../sync/model/kinds/people';
import type { Project } from '../../../sync/model/kinds/projects';
import type { SharedKind } from '../../../sync/model/top-kinds';

export type Range = 'private' | 'project' | 'team' | 'company' | 'customize' | 'public';

export interface Sharing {
  range: Range;
  userIds: readonly string[];
  departmentIds: readonly string[];
}

export interface Subject {
  kind: SharedKind;
  id: string;
  title: string;
  ownerId: string;
  /** a research: while it is public, everybody with the link can see its slides */
  hasSlides?: boolean;
  /** contributors of a project */
  contributorUserIds?: readonly string[];
  contributorDepartmentIds?: readonly string[];
}

export type Via = 'owner' | 'contributors' | 'project' | 'department' | 'person' | 'organization' | 'link';

export interface ReaderGroup {
  via: Via;
  /** id of the department, person or project; empty for other groups */
  id: string;
  userIds: ReadonlySet<string>;
}

export interface Directory {
  members: readonly Person[];
  departments: readonly Person[];
}

/** The active members of a department and its sub-departments. */
function peopleOf({ members, departments }: Directory, departmentId: string): Set<string> {
  const within = new Set([departmentId]);
  for (let grown = -1; grown !== within.size;) {
    grown = within.size;
    for (const each of departments) if (within.has(each.parentId)) within.add(each.id);
  }
  return new Set(members.filter((m) => m.departmentIds.some((id) => within.has(id))).map((m) => m.id));
}

const chosen = (directory: Directory, userIds: readonly string[], departmentIds: readonly string[]): ReaderGroup[] => [
  ...departmentIds
    .filter((id) => directory.departments.some((d) => d.id === id))
    .map((id) => ({ via: 'department' as const, id, userIds: peopleOf(directory, id) })),
  ...userIds
    .filter((id) => directory.members.some((m) => m.id === id))
    .map((id) => ({ via: 'person' as const, id, userIds: new Set([id]) })),
];

const together = (groups: readonly ReaderGroup[]): Set<string> => new Set(groups.flatMap((g) => [...g.userIds]));

function projectReaders(directory: Directory, project: Subject, sharing: Sharing): ReaderGroup[] {
  const contributors = together(
    chosen(directory, project.contributorUserIds ?? [], project.contributorDepartmentIds ?? []),
  );
  return [
    { via: 'owner', id: project.ownerId, userIds: new Set([project.ownerId]) },
    ...(contributors.size > 0 ? [{ via: 'contributors' as const, id: '', userIds: contributors }] : []),
    ...(sharing.range === 'team' ? chosen(directory, [], sharing.departmentIds) : []),
    ...(sharing.range === 'customize' ? chosen(directory, sharing.userIds, sharing.departmentIds) : []),
    ...(sharing.range === 'company' ? [everyone(directory)] : []),
  ];
}

const everyone = ({ members }: Directory): ReaderGroup => ({
  via: 'organization',
  id: '',
  userIds: new Set(members.map((m) => m.id)),
});

export const sharingOfProject = (project: Project): Sharing => ({
  range: project.shareRange,
  userIds: project.shareUserIds,
  departmentIds: project.shareDepartmentIds,
});

/** @param project the project of a note, meeting or chat; null if it has none, or the project is not on this device */
export function readerGroups(
  directory: Directory,
  subject: Subject,
  sharing: Sharing,
  project: Project | null,
): ReaderGroup[] {
  if (subject.kind === 'projects') return projectReaders(directory, subject, sharing);
  const ofProject =
    project && sharing.range !== 'private'
      ? together(projectReaders(directory, { ...project, kind: 'projects' }, sharingOfProject(project)))
      : new Set<string>();
  ofProject.delete(subject.ownerId);
  const isForEveryone = sharing.range === 'team' || (sharing.range === 'public' && subject.kind !== 'notes');
  return [
    { via: 'owner', id: subject.ownerId, userIds: new Set([subject.ownerId]) },
    ...(ofProject.size > 0 ? [{ via: 'project' as const, id: project!.id, userIds: ofProject }] : []),
    ...chosen(directory, sharing.userIds, sharing.departmentIds),
    ...(isForEveryone ? [everyone(directory)] : []),
    ...(sharing.range === 'public' && (subject.kind === 'notes' || subject.hasSlides)
      ? [{ via: 'link' as const, id: '', userIds: new Set<string>() }]
      : []),
  ];
}

export interface Consequence {
  /** groups with the number of people who gain access; 0 for a public link */
  gained: (ReaderGroup & { count: number })[];
  lost: number;
  linkEnds: boolean;
}

/** The people who gain or lose access by a change. A person is counted in the first group that gives access. */
export function consequenceOf(before: readonly ReaderGroup[], after: readonly ReaderGroup[]): Consequence {
  const had = together(before);
  const has = together(after);
  const counted = new Set(had);
  const hadLink = before.some((g) => g.via === 'link');
  const gained = after.flatMap((group) => {
    if (group.via === 'link') return hadLink ? [] : [{ ...group, count: 0 }];
    const added = [...group.userIds].filter((id) => !counted.has(id));
    added.forEach((id) => counted.add(id));
    return added.length > 0 ? [{ ...group, count: added.length }] : [];
  });
  return {
    gained,
    lost: [...had].filter((id) => !has.has(id)).length,
    linkEnds: hadLink && !after.some((g) => g.via === 'link'),
  };
}

/** The change of one of several documents. */
export interface SharingChange {
  subject: Subject;
  before: Sharing;
  after: Sharing;
  project: Project | null;
}

/** The people who gain or lose access to at least one of several documents. */
export function consequenceOfAll(
  directory: Directory,
  changes: readonly SharingChange[],
): { gained: Set<string>; lost: Set<string>; linksEnd: number } {
  const gained = new Set<string>();
  const lost = new Set<string>();
  let linksEnd = 0;
  for (const { subject, before, after, project } of changes) {
    const had = readerGroups(directory, subject, before, project);
    const has = readerGroups(directory, subject, after, project);
    const [earlier, later] = [together(had), together(has)];
    for (const id of later) if (!earlier.has(id)) gained.add(id);
    for (const id of earlier) if (!later.has(id)) lost.add(id);
    if (consequenceOf(had, has).linkEnds) linksEnd += 1;
  }
  return { gained, lost, linksEnd };
}

/** The error of the share range of a project, as a key of the `project` namespace; null if it is valid. */
export function shareProblem(sharing: Sharing): 'share.teamRequired' | 'share.someoneRequired' | null {
  if (sharing.range === 'team' && sharing.departmentIds.length === 0) return 'share.teamRequired';
  if (sharing.range === 'customize' && sharing.departmentIds.length + sharing.userIds.length === 0)
    return 'share.someoneRequired';
  return null;
}
