import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sync/model/kinds/people';
import type { Project } from '../../../sync/model/kinds/projects';
import { consequenceOf, consequenceOfAll, readerGroups, type Sharing, type Subject } from './readers';

const member = (id: string, ...departmentIds: string[]) => ({ id, departmentIds }) as unknown as Person;
const department = (id: string, parentId = '') => ({ id, parentId }) as unknown as Person;
const directory = {
  members: [member('ann'), member('ben', 'west'), member('cho', 'sales'), member('dee')],
  // a department may precede its parent
  departments: [department('west', 'sales'), department('sales')],
};
const note: Subject = { kind: 'notes', id: 'n', title: '', ownerId: 'ann' };
const sharing = (range: Sharing['range'], more: Partial<Sharing> = {}): Sharing => ({
  range,
  userIds: [],
  departmentIds: [],
  ...more,
});
const project = {
  id: 'p',
  ownerId: 'ann',
  contributorUserIds: ['dee'],
  contributorDepartmentIds: [],
  shareRange: 'team',
  shareUserIds: [],
  shareDepartmentIds: ['sales'],
} as unknown as Project;
const change = (from: Sharing, to: Sharing) =>
  consequenceOf(readerGroups(directory, note, from, project), readerGroups(directory, note, to, project));

describe('the readers of a document', () => {
  it('include sub-departments, and count each person once', () => {
    const of: Subject = { ...note, kind: 'projects' };
    const consequence = consequenceOf(
      readerGroups(directory, of, sharing('private'), null),
      readerGroups(directory, of, sharing('customize', { departmentIds: ['sales', 'west'], userIds: ['cho'] }), null),
    );
    expect(consequence.gained.map((g) => [g.via, g.id, g.count])).toEqual([['department', 'sales', 2]]);
  });

  it('of a note are those of its project, unless it is private', () => {
    expect(change(sharing('private'), sharing('project'))).toMatchObject({
      gained: [{ via: 'project', count: 3 }],
      lost: 0,
    });
    expect(change(sharing('project'), sharing('private', { userIds: ['dee'] }))).toMatchObject({ gained: [], lost: 2 });
  });

  it('name a public link that begins or ends', () => {
    expect(change(sharing('project'), sharing('public'))).toMatchObject({ gained: [{ via: 'link' }], linkEnds: false });
    expect(change(sharing('public'), sharing('project'))).toMatchObject({ gained: [], linkEnds: true });
  });

  it('of several documents are counted once if they gain or lose access to at least one of them', () => {
    const other: Subject = { ...note, id: 'm', ownerId: 'ben' };
    const after = sharing('project');
    expect(
      consequenceOfAll(directory, [
        { subject: note, before: sharing('private'), after, project },
        { subject: other, before: sharing('private', { userIds: ['cho'] }), after, project },
        { subject: { ...note, id: 'o' }, before: sharing('public', { userIds: ['dee'] }), after, project: null },
      ]),
    ).toEqual({ gained: new Set(['ann', 'ben', 'cho', 'dee']), lost: new Set(['dee']), linksEnd: 1 });
  });

  it('leave out departments and people that are gone', () => {
    expect(
      change(sharing('private'), sharing('private', { userIds: ['left'], departmentIds: ['deleted'] })).gained,
    ).toEqual([]);
  });
});
