/** Retrieval by words: passages of each kind of source with their places, access, and the scope of a question. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stateFromMarkdown, textOfState } from '../../../sync/merge/note-text';
import { toBase64 } from '../../../sync/merge/yjs';
import { meetingNoteId, spaceOf } from '../../../sync/model/ids';
import { SUMMARY_PART } from '../../../sync/model/kinds/answers';
import type { OwnKind } from '../../../sync/model/own-kinds';
import type { Turn } from '../../../sync/model/kinds/turns';
import { openCore, type Core } from '../../../tests/support/core';
import { describeOnEngines } from '../../../tests/support/database';
import { fileFields, textFields, writeFile } from '../../../tests/support/searched-files';
import { segmentFields, transcriptFields } from '../../../tests/support/transcripts';
import { SearchFollower } from '../search/follower';
import type { Retrieved } from './retrieval';

const never = new AbortController().signal;
const NOTE = '# Costs\n\nThe pontoon costs 420 pounds.\n\n# Other\n\nNothing of interest.';

describeOnEngines('retrieval', (engine) => {
  let core: Core;
  beforeAll(async () => {
    core = await openCore(engine);
    const space = spaceOf('project', 'p1');
    await core.sync.store.write('c1', async (tx) => {
      await tx.createSpace(space, { members: [{ userId: 'ann', role: 'owner' }] });
      await tx.createSpace(spaceOf('project', 'p2'), { members: [{ userId: 'ann', role: 'owner' }] });
      await writeFile(tx, { id: 'f1', projectId: 'p1', title: 'lease.pdf', parts: ['Page one', 'The pontoon lease'] });
      await writeFile(tx, { id: 'f2', projectId: 'p2', title: 'other.pdf', parts: ['A pontoon, too'] });
      await tx.put('notes', 'n1', {
        space,
        creatorId: 'ann',
        projectId: 'p1',
        title: 'Harbour costs',
        snippet: '',
        type: 'note',
        shareRange: 'project',
        words: 0,
        characters: 0,
        createdAt: 1,
      } as never);
      await tx.put('noteContents', 'n1', {
        space,
        creatorId: 'ann',
        subject: 'note',
        subjectId: 'n1',
        state: toBase64(stateFromMarkdown(NOTE)),
      } as never);
      await tx.put('meetings', 'm1', {
        space,
        creatorId: 'ann',
        projectId: 'p1',
        title: 'Harbour meeting',
        type: 'record',
        status: 'ended',
        language: 'en',
        shareRange: 'project',
        shareUserIds: [],
        shareDepartmentIds: [],
        actualStartAt: 1,
        actualEndAt: 2,
        recordings: [],
        enabled: true,
        outputParameters: {},
        participants: [{ id: 'a', userId: 'ann', type: 'host', name: 'Ann', transcriptionOriName: '' }],
        moments: [
          { id: 'k1', recordingId: 'r1', at: 500, kind: 'bookmark', text: '', userId: 'ann' },
          { id: 'k2', recordingId: 'r1', at: 2500, kind: 'note', text: 'The dredger leaves in June', userId: 'ann' },
        ],
        createdAt: 1,
      } as never);
      await tx.put('noteContents', meetingNoteId('m1'), {
        space,
        creatorId: 'ann',
        subject: 'meeting',
        subjectId: 'm1',
        state: toBase64(stateFromMarkdown('- The pontoon is blue')),
      } as never);
      await tx.put(
        'transcripts',
        'm1',
        transcriptFields({ id: 'm1', space, creatorId: 'ann' }, [
          segmentFields('s1', 'Good morning.', { start: 1000, end: 2000, participantId: 'a' }),
          segmentFields('s2', 'The pontoon floats.', { start: 2000, end: 3000, participantId: 'a' }),
        ]),
      );
    });
    await core.sync.store.write('c1', async (tx) => {
      await tx.createSpace(spaceOf('project', 'p3'), { members: [{ userId: 'ann', role: 'owner' }] });
      const texts = [
        ['It costs 9.', 'The pier costs 420 pounds.'],
        ['四月に修理。', '浮き橋は五月に修理します。'],
        ['三月维修。', '趸船在六月维修。'],
        ['二月整修。', '躉船在七月整修。'],
        ['삼월 수리.', '부교는 팔월에 수리해요.'],
      ];
      for (const [n, parts] of texts.flat().entries())
        await writeFile(tx, { id: `r${n}`, projectId: 'p3', title: `${n}.pdf`, parts: [parts] });
      for (const [id, status] of [
        ['m1', 'done'],
        ['m2', 'processing'],
      ] as const)
        await tx.put('summaries', id, {
          space,
          meetingId: id,
          creatorId: 'ann',
          content: '## Decisions\n\n- The jetty is repaired in May.[^2]',
          templateId: '',
          status,
          error: '',
          versions: [],
          provider: '',
          model: '',
          mode: '',
          generatedAt: 1,
        });
    });
    await new SearchFollower(core.platform).follow('c1', never);
  });
  afterAll(() => core.close());

  const find = (
    question: string,
    context: Turn['context'] = [],
    userId = 'ann',
    kinds?: readonly OwnKind[],
  ): Promise<Retrieved> =>
    core.services.retrieval.find({
      actor: { companyId: 'c1', userId },
      question,
      language: 'en',
      context,
      ...(kinds ? { kinds } : {}),
      limit: 12,
      signal: never,
    });
  const idsOf = ({ passages }: Retrieved): string[] => [...new Set(passages.map(({ id }) => id))].sort();
  const about = (kind: Turn['context'][number]['kind'], id: string): Turn['context'] => [{ kind, id, title: '' }];

  it('returns passages of notes, files, transcripts and notes of meetings, each with its place', async () => {
    const { passages, coverage, isClosest } = await find('Where is the pontoon?');
    expect(idsOf({ passages } as Retrieved)).toEqual(['f1', 'f2', 'm1', 'n1']);
    expect([coverage, isClosest]).toEqual([1, false]);
    const text = textOfState(stateFromMarkdown(NOTE));
    const ofNote = passages.find(({ id }) => id === 'n1')!;
    expect(text.slice(ofNote.start, ofNote.start + ofNote.text.length)).toBe(ofNote.text);
    expect(ofNote).toMatchObject({ kind: 'notes', title: 'Harbour costs', projectId: 'p1', partId: '', at: -1 });
    expect(passages.find(({ id }) => id === 'f1')).toMatchObject({ partId: 'p2', place: { page: 2 } });
    expect(passages.find(({ id, at }) => id === 'm1' && at >= 0)).toMatchObject({
      kind: 'meetings',
      partId: 's2',
      at: 2000,
      text: 'Ann: The pontoon floats.',
    });
    expect(passages.map(({ text: each }) => each)).toContain('- The pontoon is blue');
  });

  it('returns passages of finished summaries, and none of a summary that is being generated', async () => {
    const { passages } = await find('When is the jetty repaired?');
    expect(passages).toMatchObject([
      { kind: 'meetings', id: 'm1', partId: SUMMARY_PART, text: 'Decisions\n- The jetty is repaired in May.' },
    ]);
  });

  it('returns lines that were typed during a recording, with their moment and author', async () => {
    const { passages } = await find('When does the dredger leave?');
    expect(passages).toMatchObject([
      { kind: 'meetings', id: 'm1', partId: 'k2', at: 2500, text: 'Ann: The dredger leaves in June' },
    ]);
  });

  it('can be limited to projects, to the meetings of projects, and to documents', async () => {
    expect(idsOf(await find('pontoon', about('projects', 'p1')))).toEqual(['f1', 'm1', 'n1']);
    expect(idsOf(await find('pontoon', about('projects', 'p2')))).toEqual(['f2']);
    expect(idsOf(await find('pontoon', about('notes', 'n1')))).toEqual(['n1']);
    const meetings: Turn['context'] = [{ kind: 'projects', id: 'p1', title: '', only: 'meetings' }];
    expect(idsOf(await find('pontoon', meetings))).toEqual(['m1']);
    expect(idsOf(await find('pontoon', [...meetings, ...about('notes', 'n1')]))).toEqual(['m1', 'n1']);
    expect(await find('pontoon', meetings, 'ben')).toMatchObject({ passages: [] });
    expect(idsOf(await find('pontoon', [...about('meetings', 'm1'), ...about('projects', 'p2')]))).toEqual([
      'f2',
      'm1',
    ]);
  });

  it('can be limited to kinds of sources; documents of the context are searched in any case', async () => {
    const space = spaceOf('project', 'p1');
    const page = { projectId: 'p1', title: 'Capstans', parts: ['A capstan turns'] };
    await core.sync.store.write('c1', async (tx) => {
      await tx.put('projectItems', 'u1', { space, ...fileFields(page), itemType: 'singleUrl' });
      await tx.put('itemTexts', 'u1', { space, ...textFields(page) });
      await writeFile(tx, { ...page, id: 'f3' });
    });
    await new SearchFollower(core.platform).follow('c1', never);
    const ofKinds = async (question: string, kinds: OwnKind[], context: Turn['context'] = []) =>
      idsOf(await find(question, context, 'ann', kinds));
    expect(await ofKinds('capstan', ['pages'])).toEqual(['u1']);
    expect(await ofKinds('capstan', ['files'])).toEqual(['f3']);
    expect(await ofKinds('pontoon', ['notes'])).toEqual(['n1']);
    expect(await ofKinds('pontoon', ['meetings', 'files'])).toEqual(['f1', 'f2', 'm1']);
    expect(await ofKinds('pontoon', ['files'], about('projects', 'p1'))).toEqual(['f1']);
    expect(await ofKinds('pontoon', [])).toEqual([]);
    expect(await ofKinds('pontoon', ['files'], [...about('notes', 'n1'), ...about('projects', 'p2')])).toEqual([
      'f2',
      'n1',
    ]);
  });

  it('returns nothing for a person without access, and nothing for words that no text contains', async () => {
    expect(await find('pontoon', [], 'ben')).toMatchObject({ passages: [], coverage: 0, isClosest: false });
    expect(await find('pontoon', about('notes', 'n1'), 'ben')).toMatchObject({ passages: [] });
    expect(await find('zzyzx')).toMatchObject({ passages: [] });
    expect(await find('pontoon zzyzx quux blorb')).toMatchObject({ isClosest: true });
  });

  it('returns the documents that a person may see now', async () => {
    const documents = [
      { kind: 'notes' as const, id: 'n1' },
      { kind: 'projectItems' as const, id: 'f1' },
      { kind: 'web' as const, id: '' },
      { kind: 'notes' as const, id: 'f1' },
    ];
    const visible = (userId: string) => core.services.retrieval.visible({ companyId: 'c1', userId }, documents);
    expect(await visible('ann')).toEqual(new Set(['n1', 'f1']));
    expect(await visible('ben')).toEqual(new Set());
    await core.sync.store.write('c1', (tx) => tx.remove('notes', 'n1'));
    expect(await visible('ann')).toEqual(new Set(['f1']));
  });

  it.each([
    ['Where is the pier?', 'What does it cost?', 'The pier costs 420 pounds.'],
    ['浮き橋の色は？', 'それはいつ修理しますか？', '浮き橋は五月に修理します。'],
    ['趸船是什么颜色？', '它什么时候维修？', '趸船在六月维修。'],
    ['躉船是什麼顏色？', '那什麼時候整修？', '躉船在七月整修。'],
    ['부교는 무슨 색이에요?', '그것은 언제 수리하나요?', '부교는 팔월에 수리해요.'],
  ])('finds the passage for a follow-up of “%s”: “%s”', async (earlier, question, wanted) => {
    const request = {
      actor: { companyId: 'c1', userId: 'ann' },
      language: 'en',
      limit: 12,
      context: [],
      signal: never,
    };
    const followed = await core.services.retrieval.find({ ...request, question, before: [earlier] });
    expect(followed.passages[0]!.text).toContain(wanted);
  });

  it('rejects when its signal is aborted', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(
      core.services.retrieval.find({
        actor: { companyId: 'c1', userId: 'ann' },
        question: 'pontoon',
        language: 'en',
        context: [],
        limit: 1,
        signal: stopped,
      }),
    ).rejects.toThrow('stopped');
  });
});
