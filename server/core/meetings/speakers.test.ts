import { describe, expect, it } from 'vitest';
import type { Participant } from '../../../sync/model/participants';
import { directoryOf, expandPeople } from '../projects/directory';
import { expandAccess } from '../projects/access';
import { spokenOf, withoutUnheard } from './speakers';

const heard = (start: number, end: number, text: string, speaker = '') => ({
  start,
  end,
  text,
  speaker,
  noSpeech: null,
  logProb: null,
});
const host: Participant = { id: 'h', userId: 'ann', type: 'host', name: 'Ann', transcriptionOriName: '' };

describe('speakers of a transcript', () => {
  it('become participants, numbered after the existing ones', () => {
    const first = spokenOf(
      'r1',
      [heard(0, 1, 'a', '0/A'), heard(1, 2, 'b', '0/B'), heard(2, 3, 'c', '0/A'), heard(3, 4, 'd')],
      [],
      [host],
      1,
    );
    expect(first.participants.map((p) => p.name)).toEqual(['Ann', 'Speaker 1', 'Speaker 2']);
    expect(first.segments.map((s) => first.participants.find((p) => p.id === s.participantId)?.name ?? '')).toEqual([
      'Speaker 1',
      'Speaker 2',
      'Speaker 1',
      '',
    ]);
    const second = spokenOf('r2', [heard(0, 1, 'e', '0/A')], [], first.participants, 1);
    expect(second.participants.at(-1)!.name).toBe('Speaker 3');
  });

  it('of a recording with two tracks are the recording person and "the others", also after a new transcription', () => {
    const said = [heard(0, 1000, 'hello', 'me'), heard(1000, 2000, 'hi', 'others')];
    const recorder = { userId: 'ann', name: 'Ann', language: 'ja' as const };
    const first = spokenOf('r', said, [], [host], 1, recorder);
    const names = ({ segments, participants }: typeof first): unknown[] =>
      segments.map((s) => participants.find((p) => p.id === s.participantId)?.name);
    expect(names(first)).toEqual(['Ann', '相手']);
    const named = first.participants.map((p) => (p.name === '相手' ? { ...p, name: 'Ben' } : p));
    // people assigned the track of the others to the host by mistake; the track still belongs to the others
    const before = first.segments.map((s) => ({ ...s, participantId: 'h' }));
    const again = spokenOf('r', said, before, named, 1, recorder);
    expect(names(again)).toEqual(['Ann', 'Ben']);
    expect(again.participants).toHaveLength(2);
    const gone = spokenOf('r', said, [], [], 1, { ...recorder, name: '' });
    expect(names(gone)).toEqual(['Speaker 1', '相手']);
  });

  it('keep the participants and corrections of a sentence that is recognised again', () => {
    const first = spokenOf('r', [heard(0, 1000, 'helo', 'A'), heard(1000, 2000, 'bye', 'B')], [], [host], 1);
    const corrected = first.segments.map((s, i) => (i === 0 ? { ...s, text: 'hello', original: 'helo' } : s));
    const again = spokenOf(
      'r',
      [heard(100, 1100, 'helo', 'X'), heard(1100, 2000, 'goodbye', 'Y'), heard(9000, 9900, 'helo', 'Z')],
      corrected,
      first.participants,
      1,
    );
    expect(again.segments.map((s) => [s.text, s.original])).toEqual([
      ['hello', 'helo'],
      ['goodbye', ''],
      ['helo', ''],
    ]);
    expect(again.segments.slice(0, 2).map((s) => s.participantId)).toEqual(first.segments.map((s) => s.participantId));
    expect(again.participants.map((p) => p.name)).toEqual(['Ann', 'Speaker 1', 'Speaker 2', 'Speaker 3']);
  });

  it('are removed if they are unnamed and have no segments left', () => {
    const { participants, segments } = spokenOf('r', [heard(0, 1, 'a', 'A'), heard(1, 2, 'b', 'B')], [], [host], 1);
    expect(withoutUnheard(participants, segments.slice(0, 1)).map((p) => p.name)).toEqual(['Ann', 'Speaker 1']);
    const named = participants.map((p) => (p.name === 'Speaker 2' ? { ...p, name: 'Ben' } : p));
    expect(withoutUnheard(named, []).map((p) => p.name)).toEqual(['Ann', 'Ben']);
  });
});

describe('members of a project', () => {
  const person = (id: string, departmentIds: string[], active = true) => ({
    id,
    kind: 'member',
    departmentIds,
    parentId: '',
    active,
  });
  const department = (id: string, parentId = '') => ({
    id,
    kind: 'department',
    departmentIds: [],
    parentId,
    active: true,
  });
  const directory = directoryOf([
    person('a', ['leaf']),
    person('b', ['top']),
    person('c', ['other']),
    person('gone', ['top'], false),
    department('top'),
    department('mid', 'top'),
    department('leaf', 'mid'),
    department('x', 'y'),
    department('y', 'x'),
  ]);
  const project = {
    ownerId: 'o',
    contributorUserIds: [],
    contributorDepartmentIds: [],
    shareRange: 'private' as const,
    shareUserIds: ['c'],
    shareDepartmentIds: ['top'],
  };

  it('include all people of a department and its descendants, even if departments form a cycle', () => {
    expect([...expandPeople(directory, [], ['top'])].sort()).toEqual(['a', 'b']);
    expect([...expandPeople(directory, ['gone', 'nobody'], ['x'])]).toEqual([]);
  });

  it('depend on the share range, with the highest of several roles', () => {
    const see = (shareRange: 'private' | 'team' | 'company' | 'customize', more = {}) =>
      expandAccess(directory, { ...project, shareRange, ...more });
    expect(see('private')).toEqual({ members: [{ userId: 'o', role: 'owner' }], everyone: null });
    expect(
      see('team')
        .members.map((m) => m.userId)
        .sort(),
    ).toEqual(['a', 'b', 'o']);
    expect(
      see('customize')
        .members.map((m) => m.userId)
        .sort(),
    ).toEqual(['a', 'b', 'c', 'o']);
    expect(see('company').everyone).toBe('viewer');
    expect(see('team', { contributorDepartmentIds: ['leaf'] }).members).toEqual(
      expect.arrayContaining([
        { userId: 'a', role: 'contributor' },
        { userId: 'b', role: 'viewer' },
      ]),
    );
  });
});
