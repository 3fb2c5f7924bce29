/** People are notified of mentions exactly once, and only of texts that they can read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allPolicies } from '../../server/features';
import { createSync } from '../../server/sync/sync';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { notifyOfMentions } from '../../server/core/notes/mention-notices';
import { projectCalls } from '../../server/core/projects/contract';
import { withMarkdownAtEnd } from '../../sync/merge/note-text';
import { fromBase64, toBase64 } from '../../sync/merge/yjs';
import { nextRev } from '../../sync/model/rev';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('mentions', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
  });
  afterAll(() => core.close());

  let n = 0;
  /** A note of ann that ben can read. */
  const note = async (content: string) => {
    n += 1;
    const project = await ann.call(projectCalls.create, { title: `Project ${n} of ${engine}` });
    const made = await ann.call(noteCalls.save, { projectId: project.id, title: `Note ${n}`, content: 'The plan.' });
    await ann.call(noteCalls.share, { noteId: made.id, shareRange: 'project', userIds: ['ben'] });
    const saved = { noteId: made.id, projectId: project.id, title: made.title, content };
    await ann.call(noteCalls.save, saved);
    return saved;
  };
  const mentions = async (person: Person, subjectId: string) =>
    (
      await core.sync.store.read('c1', (tx) => tx.list('notifications', { space: `person:${person.actor.userId}` }))
    ).filter((each) => each.subjectId === subjectId && each.kind === 'noteMention');

  it('notify readers, and neither the author nor people without access', async () => {
    const { noteId, projectId, title } = await note(
      '[me](mention:person/ann) [Ben](mention:person/ben) [Ben](mention:person/ben) [Cho](mention:person/cho) [x](mention:person/zoe) [y](mention:note/ben)',
    );
    expect(await mentions(ben, noteId)).toMatchObject([
      { params: { name: 'ann', title, count: 1 }, link: `/project/${projectId}/note-detail/${noteId}`, read: false },
    ]);
    for (const person of [ann, cho, core.person('zoe')]) expect(await mentions(person, noteId)).toEqual([]);
  });

  it('notify of new mentions only, and while one is unread of no second one', async () => {
    const saved = await note('Hello [Ben](mention:person/ben)');
    await ann.call(noteCalls.save, { ...saved, content: 'Changed. [Ben](mention:person/ben) and more.' });
    const [first] = await mentions(ben, saved.noteId);
    expect(first).toMatchObject({ params: { count: 1 } });
    // removed and set again
    await ann.call(noteCalls.save, { ...saved, content: 'Without.' });
    await ann.call(noteCalls.save, { ...saved, content: '[Ben](mention:person/ben)' });
    expect((await mentions(ben, saved.noteId)).map(({ id }) => id)).toEqual([first!.id]);
    await core.sync.store.write('c1', (tx) => tx.put('notifications', first!.id, { read: true }));
    await ann.call(noteCalls.save, { ...saved, content: 'Again [Ben](mention:person/ben)' });
    expect(await mentions(ben, saved.noteId)).toHaveLength(1);
  });

  it('are made once, though a push is repeated, also by another process at the same time', async () => {
    const { noteId } = await note('Text.');
    const before = (await ann.sees('noteContents', noteId))!;
    const state = toBase64(withMarkdownAtEnd(fromBase64(before.state), 'For [Ben](mention:person/ben)'));
    const row = {
      assumedMasterState: { rev: before.rev },
      newDocumentState: { id: noteId, rev: nextRev(before.rev), updatedAt: core.now(), state },
    };
    const other = createSync(core.platform, allPolicies(core.platform));
    try {
      const answers = await Promise.all(
        [core.sync, other, core.sync].map((sync) => sync.push(ann.actor, 'noteContents', [row])),
      );
      answers.push(await other.push(ann.actor, 'noteContents', [row]));
      for (const answer of answers) expect(answer).toEqual({ conflicts: [], rejected: [] });
    } finally {
      other.close();
    }
    expect(await mentions(ben, noteId)).toMatchObject([{ params: { count: 1 } }]);
  });

  it('in the note of a meeting lead to the meeting', async () => {
    const meeting = await ann.call(meetingCalls.create, { title: `Meeting of ${engine}` });
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'private', userIds: ['ben'] });
    await ann.call(meetingCalls.createNote, { meetingId: meeting.id, content: 'Ask [Ben](mention:person/ben)' });
    expect(await mentions(ben, meeting.id)).toMatchObject([{ link: `/meeting/${meeting.id}` }]);
  });

  it('of a whole directory send no notification', async () => {
    const many = Array.from({ length: 250 }, (_, i) => `[a](mention:person/p${i})`).join(' ');
    const { noteId } = await note(`${many} [Ben](mention:person/ben)`);
    expect(await mentions(ben, noteId)).toEqual([]);
  });

  it('that cannot be read stop no change', async () => {
    const { noteId } = await note('Text.');
    const text = { id: noteId, title: 'T', space: 'person:ann', link: '' };
    const broken = { state: toBase64(new TextEncoder().encode('no update with a mention')) };
    await core.sync.store.write('c1', (tx) => notifyOfMentions(core.platform, tx, 'ann', text, null, broken));
    expect(await mentions(ben, noteId)).toEqual([]);
  });

  it('are no link and no id on the public page of a note', async () => {
    const { noteId } = await note('See [Ben](mention:person/ben) and [Plan](mention:note/secret-id)');
    await ann.call(noteCalls.share, { noteId, shareRange: 'public' });
    const html = await (await fetch(`${await core.serve()}/note-html/${noteId}`)).text();
    expect(html).toContain('See Ben and Plan');
    expect(html).not.toMatch(/secret-id|person\/|mention/);
  });
});
