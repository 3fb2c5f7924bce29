import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { COLLECTIONS, type CollectionName } from '../model/registry';
import { heightOf } from '../model/rev';
import { edited, mergeDocument, type Version } from './merge';
import { mergeById, mergeSet, sameValue } from './values';
import { fromBase64, toBase64 } from './yjs';

const T0 = 1_700_000_000_000;
const at = (ms: number) => ({ updatedAt: T0 + ms, recency: -(T0 + ms) });
const project = (fields: Partial<Version> = {}): Version => ({
  id: 'p1',
  space: 'project:p1',
  rev: '3-aaaaaa',
  ...at(0),
  abilities: ['update'],
  title: 'Base',
  description: '',
  contributorUserIds: ['u1', 'u2'],
  ...fields,
});

/** Fields on which both devices must agree, whoever merges. */
const agreed = ({ rev: _rev, abilities: _abilities, ...rest }: Version): unknown => rest;

describe('a document edited on two devices', () => {
  test('different fields: both edits stand, nothing is kept', () => {
    const { merged, kept } = mergeDocument(
      'projects',
      project(),
      project({ rev: '4-mmmmmm', title: 'Mine', ...at(5) }),
      project({ rev: '4-tttttt', description: 'Theirs', ...at(9) }),
    );
    expect(merged).toMatchObject({ title: 'Mine', description: 'Theirs', ...at(9) });
    expect(heightOf(merged['rev'] as string)).toBe(5);
    expect(kept).toEqual([]);
  });

  test('the same field: the later edit stands, the other is kept', () => {
    const { merged, kept } = mergeDocument(
      'projects',
      project(),
      project({ rev: '4-mmmmmm', title: 'Mine', ...at(5) }),
      project({ rev: '4-tttttt', title: 'Theirs', ...at(9) }),
    );
    expect(merged['title']).toBe('Theirs');
    expect(kept).toEqual([{ field: 'title', mine: 'Mine', theirs: 'Theirs', stands: 'theirs' }]);
  });

  test('the same change on both sides is no conflict, and there is nothing left to push', () => {
    const theirs = project({ rev: '4-tttttt', title: 'Same', ...at(9) });
    const { merged, kept } = mergeDocument(
      'projects',
      project(),
      project({ rev: '4-mmmmmm', title: 'Same', ...at(5) }),
      theirs,
    );
    expect(merged).toEqual(theirs);
    expect(kept).toEqual([]);
  });

  test('only the server decides its own fields and what one may do', () => {
    const { merged } = mergeDocument(
      'projects',
      project({ ownerId: 'u1' }),
      project({ rev: '4-mmmmmm', ownerId: 'thief', title: 'Mine', ...at(9) }),
      project({ rev: '4-tttttt', ownerId: 'u2', abilities: [], ...at(5) }),
    );
    expect(merged).toMatchObject({ ownerId: 'u2', abilities: [], title: 'Mine' });
  });

  test('a field that this version does not know survives', () => {
    const { merged } = mergeDocument(
      'projects',
      project({ colour: 'red' }),
      project({ rev: '4-mmmmmm', title: 'Mine', colour: 'red' }),
      project({ rev: '4-tttttt', colour: 'blue', ...at(1) }),
    );
    expect(merged['colour']).toBe('blue');
  });
});

describe('edits and deletions', () => {
  const mine = project({ rev: '4-mmmmmm', title: 'Mine', ...at(5) });
  test('an edit here beats a deletion there', () => {
    const { merged } = mergeDocument('projects', project(), mine, { id: 'p1', _deleted: true, rev: '4-tttttt' });
    expect(merged).toMatchObject({ title: 'Mine', _deleted: false });
    expect(heightOf(merged['rev'] as string)).toBe(5);
  });
  test('an edit there beats a deletion here', () => {
    const theirs = project({ rev: '4-tttttt', title: 'Theirs' });
    expect(
      mergeDocument('projects', project(), { ...project({ rev: '4-mmmmmm' }), _deleted: true }, theirs).merged,
    ).toEqual(theirs);
  });
  test('what was edited here before the deletion that gives way is an edit as any other', () => {
    const theirs = project({ rev: '4-tttttt', description: 'Theirs' });
    const { merged, kept } = mergeDocument(
      'projects',
      project(),
      { ...project({ title: 'Mine', rev: '5-mmmmmm' }), _deleted: true },
      theirs,
    );
    expect(merged).toMatchObject({ title: 'Mine', description: 'Theirs' });
    expect(merged._deleted ?? false).toBe(false);
    expect(kept).toEqual([{ field: '_deleted', mine: true, theirs: false, stands: 'theirs' }]);
  });
  // Seed 436082329: a transcript went with its meeting, was made anew by the server, and came back with the meeting: this device showed
  // for good when it had been made before.
  test('a deletion that stands for now has what the server decided since, for when it is taken back', () => {
    const heard = { id: 't1', rev: '3-aaaaaa', segments: [], status: 'done', generatedAt: 6 };
    const { merged } = mergeDocument(
      'transcripts',
      heard,
      { ...heard, rev: '4-mmmmmm', _deleted: true },
      { ...heard, rev: '4-tttttt', generatedAt: 8 },
    );
    expect(merged).toMatchObject({ _deleted: true, generatedAt: 8 });
    expect(heightOf(merged['rev'] as string)).toBe(5);
  });
  test('the deletion that an edit beat is kept, whichever side it was on', () => {
    const gone = { ...project({ rev: '4-tttttt' }), _deleted: true };
    expect(mergeDocument('projects', project(), mine, gone).kept).toEqual([
      { field: '_deleted', mine: false, theirs: true, stands: 'mine' },
    ]);
    expect(mergeDocument('projects', project(), gone, mine).kept).toEqual([
      { field: '_deleted', mine: true, theirs: false, stands: 'theirs' },
    ]);
    // out of sight is not deleted, and a text tells nothing that its note does not tell
    expect(mergeDocument('projects', project(), mine, { id: 'p1', _deleted: true }).kept).toEqual([]);
    expect(
      mergeDocument(
        'noteContents',
        { id: 'n', state: '' },
        { id: 'n', state: 'AAA=', rev: '2-mmmmmm' },
        { id: 'n', _deleted: true, rev: '2-tttttt' },
      ).kept,
    ).toEqual([]);
  });
  test('counts of a note tell of words: a deletion that did not know them gives way; a mark that something was read is no edit', () => {
    const note = { id: 'n1', rev: '1-aaaaaa', title: 'T', words: 1, space: 'project:p1' };
    expect(
      mergeDocument('notes', note, { ...note, rev: '2-mmmmmm', _deleted: true }, { ...note, rev: '2-tttttt', words: 2 })
        .merged['words'],
    ).toBe(2);
    const told = { id: 'x1', rev: '1-aaaaaa', read: false };
    expect(
      mergeDocument(
        'notifications',
        told,
        { ...told, rev: '2-mmmmmm', _deleted: true },
        { ...told, rev: '2-tttttt', read: true },
      ).merged._deleted,
    ).toBe(true);
  });
  test('a deletion beats nothing: untouched documents go', () => {
    expect(
      mergeDocument(
        'projects',
        project(),
        { ...project({ rev: '4-mmmmmm' }), _deleted: true },
        project({ rev: '4-tttttt', abilities: ['update', 'delete'] }),
      ).merged._deleted,
    ).toBe(true);
    expect(
      mergeDocument('projects', project(), project({ rev: '3-aaaaaa' }), { id: 'p1', _deleted: true }).merged._deleted,
    ).toBe(true);
  });
});

describe('participants and segments', () => {
  const people = (...rows: [string, string][]) => rows.map(([id, name]) => ({ id, name, userId: '' }));
  test('names of different people, additions and removals all stand', () => {
    const { value, kept } = mergeById(
      'participants',
      people(['a', 'A'], ['b', 'B'], ['c', 'C']),
      people(['a', 'Ann'], ['b', 'B'], ['c', 'C'], ['d', 'D']),
      people(['a', 'A'], ['b', 'Bob']),
      'theirs',
    );
    expect(value.map((p) => p['name'])).toEqual(['Ann', 'Bob', 'D']);
    expect(kept).toEqual([]);
  });
  test('of one removed and renamed person the renamed one stays', () => {
    const { value, kept } = mergeById('participants', people(['a', 'A']), people(), people(['a', 'Ann']), 'mine');
    expect(value).toEqual(people(['a', 'Ann']));
    expect(kept).toEqual([{ field: 'participants.a', mine: null, theirs: people(['a', 'Ann'])[0], stands: 'theirs' }]);
  });
  test('the same name changed twice is kept with its address', () => {
    const { kept } = mergeById('participants', people(['a', 'A']), people(['a', 'Ann']), people(['a', 'Anna']), 'mine');
    expect(kept).toEqual([{ field: 'participants.a.name', mine: 'Ann', theirs: 'Anna', stands: 'mine' }]);
  });
});

test('texts of both devices are in the merged text', () => {
  const states = ['mine words', 'their words'].map((words) => {
    const doc = new Y.Doc();
    doc.getText('t').insert(0, words);
    return toBase64(Y.encodeStateAsUpdate(doc));
  });
  const content = (state: string, rev: string): Version => ({
    id: 'n1',
    space: 'project:p1',
    rev,
    ...at(0),
    abilities: [],
    subject: 'note',
    subjectId: 'n1',
    creatorId: 'u1',
    state,
  });
  const { merged, kept } = mergeDocument(
    'noteContents',
    null,
    content(states[0]!, '1-mmmmmm'),
    content(states[1]!, '1-tttttt'),
  );
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(merged['state'] as string));
  expect(doc.getText('t').toString()).toContain('mine words');
  expect(doc.getText('t').toString()).toContain('their words');
  expect(kept).toEqual([]);
});

// Properties ----------------------------------------------------------------------------------------------------------------------

const word = fc.constantFrom('', 'a', 'b', 'c', 'd');
const members: fc.Arbitrary<string[]> = fc.uniqueArray(fc.constantFrom('u1', 'u2', 'u3', 'u4'));
const element = fc.record({ id: fc.constantFrom('e1', 'e2', 'e3'), name: word, userId: word });
const elements = fc.uniqueArray(element, { selector: (e) => e.id });
const meetingFields = fc.record({
  title: word,
  status: fc.constantFrom('waiting', 'ended'),
  shareUserIds: members,
  participants: elements,
  actualStartAt: fc.nat(5),
  unknownField: word,
});
const side = (rev: string) =>
  fc.tuple(meetingFields, fc.nat(20)).map(([fields, ms]): Version => ({
    id: 'm1',
    space: 'project:p1',
    rev,
    abilities: ['update'],
    ...at(ms),
    ...fields,
  }));
const three = fc.tuple(fc.option(side('1-base00')), side('2-mine00'), side('2-theirs'));

describe('for any three versions of a meeting', () => {
  test('no value a side wrote is lost: it stands or is kept', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const { merged, kept } = mergeDocument('meetings', base, mine, theirs);
        for (const field of ['title', 'status', 'unknownField']) {
          for (const version of [mine, theirs]) {
            if (base && sameValue(base[field], version[field])) continue;
            expect([
              merged[field],
              ...kept.filter((k) => k.field === field).flatMap((k) => [k.mine, k.theirs]),
            ]).toContainEqual(version[field]);
          }
        }
        for (const version of [mine, theirs]) {
          for (const e of version['participants'] as { id: string; name: string }[]) {
            const before = (base?.['participants'] as { id: string; name: string }[] | undefined)?.find(
              (b) => b.id === e.id,
            );
            if (sameValue(before?.name, e.name)) continue;
            const stands = (merged['participants'] as { id: string; name: string }[]).find((m) => m.id === e.id);
            expect([
              stands?.name,
              ...kept.filter((k) => k.field === `participants.${e.id}.name`).flatMap((k) => [k.mine, k.theirs]),
            ]).toContainEqual(e.name);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('both devices come to the same document, whoever merges', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const [here, there] = [
          mergeDocument('meetings', base, mine, theirs).merged,
          mergeDocument('meetings', base, theirs, mine).merged,
        ];
        // where one has all the other says it stands as it is, with the time of its own edit: only what is said must agree
        const times = at(0);
        expect(agreed({ ...here, ...times })).toEqual(agreed({ ...there, ...times }));
      }),
      { numRuns: 500 },
    );
  });

  test('merging again what was merged changes nothing', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const once = mergeDocument('meetings', base, mine, theirs).merged;
        const twice = mergeDocument('meetings', theirs, once, theirs);
        expect(agreed(twice.merged)).toEqual(agreed(once));
        expect(twice.kept).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('the revision is that of the server, or above both', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const rev = mergeDocument('meetings', base, mine, theirs).merged['rev'] as string;
        expect(rev === theirs['rev'] || heightOf(rev) === 3).toBe(true);
      }),
    );
  });
});

test('sets: members added by either side are in, members removed by either side are out', () => {
  fc.assert(
    fc.property(members, members, members, (base, mine, theirs) => {
      const merged = new Set(mergeSet(base, mine, theirs, 'mine'));
      for (const m of ['u1', 'u2', 'u3', 'u4']) {
        const before = base.includes(m);
        expect(merged.has(m)).toBe(
          before ? mine.includes(m) && theirs.includes(m) : mine.includes(m) || theirs.includes(m),
        );
      }
    }),
  );
});

test('every collection says how each of its fields merges', () => {
  for (const [name, definition] of Object.entries(COLLECTIONS))
    expect(Object.keys(definition.merge).sort(), name).toEqual(Object.keys(definition.fields).sort());
});

test('a document that only the server changed counts as not edited', () => {
  for (const name of Object.keys(COLLECTIONS) as CollectionName[]) {
    const fields = Object.fromEntries(
      Object.entries(COLLECTIONS[name].merge).map(([field, rule]) => [field, rule === 'server' ? 'new' : 'same']),
    );
    const before = Object.fromEntries(Object.keys(fields).map((field) => [field, 'same']));
    expect(edited(name, { id: 'x', ...before }, { id: 'x', ...fields }), name).toBe(false);
  }
});
