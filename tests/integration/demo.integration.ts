/** The demo company: the data of each person, and that it is created once, in empty installations that enable it. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PICTURE } from '../../server/core/notes/demo/picture';
import { blobKey } from '../../server/core/uploads/resumable';
import { createSync, type Sync } from '../../server/sync/sync';
import { DEMO_ACCOUNTS, DEMO_DEPARTMENTS, DEMO_PASSWORD } from '../../server/demo/accounts';
import { DEMO_AGENT_CHATS } from '../../server/core/agents/demo/chats';
import { DEMO_AGENTS } from '../../server/core/agents/demo/agents';
import { DEMO_PROJECTS, seedDemo } from '../../server/demo/seed';
import { identityCalls } from '../../server/organization/identity/contract';
import { NewPassword } from '../../sync/model/password';
import { readConfig } from '../../server/platform/config';
import type { Platform } from '../../server/platform/context';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import { demos } from '../../server/features';
import type { KindName, Doc } from '../../sync/model/kinds';
import { imagesOfState, markdownOfState } from '../../sync/merge/note-text';
import { Device } from '../support/caller';
import { describeOnDatabase } from '../support/database';
import { createParts, type Parts } from '../support/parts';

/** The name of a person by key; other names are as they are. */
const nameOf = (name: string): string => DEMO_ACCOUNTS.find(({ key }) => key === name)?.name ?? name;

describeOnDatabase('the demo company', (engine) => {
  let parts: Parts;
  let sync: Sync;
  let server: Organization;

  const start = async (): Promise<void> => {
    parts = await createParts(engine);
    sync = createSync(parts.platform, []);
    server = createOrganization(parts.platform, sync);
  };
  const seed = () =>
    seedDemo(parts.platform, {
      organization: server.service,
      departments: server.departments,
      store: sync.store,
      demos,
    });
  /** All documents of a collection that a person's device receives. */
  const finds = async <N extends KindName>(key: string, collection: N): Promise<Doc<N>[]> => {
    const account = DEMO_ACCOUNTS.find((a) => a.key === key)!;
    const device = new Device(server);
    await device.call(identityCalls.login, { email: account.email, password: account.password });
    const actor = (await server.authenticator.authenticate({
      cookies: device.cookies,
      authorization: undefined,
      ip: '192.0.2.1',
      userAgent: '',
    }))!;
    const { documents } = await sync.pull(actor, collection, null, 1000);
    return documents as unknown as Doc<N>[];
  };
  const titles = async (key: string): Promise<string[]> => (await finds(key, 'projects')).map((p) => p.title).sort();

  const stop = async (): Promise<void> => {
    sync.close();
    server.authenticator.close();
    await parts.close();
  };

  describe('once created', () => {
    beforeAll(async () => {
      await start();
      expect(await seed()).toBe('seeded');
    });
    afterAll(stop);

    it('has five people in five languages who sign in and see each other', async () => {
      expect(v.is(NewPassword, DEMO_PASSWORD)).toBe(true);
      for (const account of DEMO_ACCOUNTS) {
        const people = await finds(account.key, 'people');
        expect(
          people
            .filter((p) => p.kind === 'member')
            .map((p) => [p.name, p.role, p.departmentIds.length])
            .sort(),
        ).toEqual(DEMO_ACCOUNTS.map((a) => [a.name, a.role, a.departments.length]).sort());
        expect(
          people
            .filter((p) => p.kind === 'department')
            .map((p) => p.name)
            .sort(),
        ).toEqual(
          Object.values(DEMO_DEPARTMENTS)
            .map((d) => d.name)
            .sort(),
        );
        expect(await finds(account.key, 'preferences')).toMatchObject([{ lang: account.lang }]);
      }
      expect(DEMO_ACCOUNTS.map((a) => a.lang).sort()).toEqual(['en', 'ja', 'ko', 'zh_hans', 'zh_hant']);
    });

    it('shows different projects to each of them', async () => {
      const [board, east, expo, store, lamp, spring] = DEMO_PROJECTS.map((p) => p.title) as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      expect(await titles('emma')).toEqual([board, store, spring].sort());
      expect(await titles('misaki')).toEqual([east, store, lamp, spring].sort());
      expect(await titles('jihoon')).toEqual([store, lamp, spring].sort());
      expect(await titles('yating')).toEqual([east, expo, store, spring].sort());
      expect(await titles('ming')).toEqual([east, expo, store, spring].sort());
      const lampOf = async (key: string) => (await finds(key, 'projects')).find((p) => p.title === lamp)!.abilities;
      expect(await lampOf('misaki')).toContain('manage');
      expect(await lampOf('jihoon')).toEqual(['update', 'addNote', 'addMeeting']);
    });

    it('has an agent in every language, which knows a project of its creator, and one that waits for approval', async () => {
      const desk = DEMO_AGENTS.find(({ by }) => by === 'emma')!.name;
      for (const { key } of DEMO_ACCOUNTS) {
        const { name } = DEMO_AGENTS.find(({ by }) => by === key)!;
        const published = (await finds(key, 'publishedAgents')).map((agent) => agent.name);
        expect(published.sort()).toEqual([...new Set([desk, name])].sort());
        const [own, ...others] = await finds(key, 'agents');
        expect([own!.name, own!.liveVersion, own!.waitingVersion, others]).toEqual([
          name,
          1,
          key === 'jihoon' ? 2 : 0,
          [],
        ]);
        const known = own!.knowledge.map(({ id }) => id);
        expect((await finds(key, 'projects')).map(({ id }) => id)).toEqual(expect.arrayContaining(known));
      }
    });

    it('has a chat with an agent in every language: a note that was made, and a change that waits', async () => {
      for (const { by, language, questions } of DEMO_AGENT_CHATS) {
        const works = await finds(by, 'agentWorks');
        const turns = new Map((await finds(by, 'turns')).map((turn) => [turn.id, turn]));
        const answers = new Map((await finds(by, 'answers')).map((answer) => [answer.id, answer]));
        const notes = new Map((await finds(by, 'notes')).map((note) => [note.id, note]));
        const { tools } = (await finds(by, 'agents'))[0]!;
        expect(works.map(({ stage }) => stage).sort()).toEqual(['done', 'waiting']);
        for (const { id, agentId, steps, proposals } of works) {
          const { question, ...turn } = turns.get(id.slice('aw_'.length))!;
          const written = questions.find((each) => each.question === question)!;
          expect([turn.language, agentId]).toEqual([language, (await finds(by, 'agents'))[0]!.id]);
          expect(steps.map(({ kind, state }) => [kind, state])).toEqual([
            ['own', 'done'],
            [written.proposal.kind, 'done'],
          ]);
          expect(tools).toEqual(expect.arrayContaining(steps.map(({ kind }) => kind)));
          const { citations, sources } = answers.get(turn.id)!;
          for (const { source, quote } of citations)
            expect(sources.find(({ no }) => no === source)!.text).toContain(quote);
          const [proposal] = proposals;
          if (proposal!.kind === 'note') expect(notes.get(proposal!.subjectId)!.title).toBe(written.proposal.text);
          else expect(proposal).toMatchObject({ state: 'open', subjectId: '' });
          expect(proposal!.items).toHaveLength(proposal!.kind === 'checklist' ? written.quotes.length : 0);
        }
      }
    });

    it('has a website and a single page in every language, with what was read of them', async () => {
      const all = [
        ...(await finds('misaki', 'projectItems')),
        ...(await finds('yating', 'projectItems')).filter(({ language }) => language === 'zh-Hant'),
      ];
      const texts = new Map(
        [...(await finds('misaki', 'itemTexts')), ...(await finds('yating', 'itemTexts'))].map((text) => [
          text.id,
          text,
        ]),
      );
      const read = all.filter(({ itemType }) => itemType === 'websiteUrl' || itemType === 'singleUrl');
      expect(new Set(read.map(({ language }) => language))).toEqual(new Set(['en', 'ja', 'ko', 'zh-Hans', 'zh-Hant']));
      for (const { id, size } of read)
        expect(texts.get(id)!.parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBe(size);
      for (const { id, pages } of all.filter(({ itemType }) => itemType === 'website'))
        expect(all.filter(({ parentId }) => parentId === id)).toHaveLength(pages);
    });

    it('has a research in every language, each sentence of which cites words of notes that its readers see', async () => {
      const written = new Map<string, string>();
      for (const person of ['misaki', 'yating'] as const) {
        const notes = new Set((await finds(person, 'notes')).map(({ id }) => id));
        const researches = new Map((await finds(person, 'researches')).map((research) => [research.id, research]));
        for (const { threadId, sections, learnings, sources } of await finds(person, 'reports')) {
          const { language, stage, plan } = researches.get(threadId)!;
          written.set(threadId, language);
          expect([stage, plan]).toEqual(['DONE', sections.map(({ title }) => title)]);
          expect(sources.every((source) => notes.has(source.id))).toBe(true);
          for (const { source, quote } of learnings)
            expect(sources.find(({ no }) => no === source)!.text).toContain(quote);
          const cited = sections.flatMap(({ paragraphs }) => paragraphs.flat()).flatMap((each) => each.learnings);
          expect([...new Set(cited)].sort((a, b) => a - b)).toEqual(learnings.map(({ n }) => n));
        }
      }
      expect([...written.values()].sort()).toEqual(['en', 'ja', 'ko', 'zh_hans', 'zh_hant']);
    });

    it('has a chat in every language, whose citations stand in notes that its readers see', async () => {
      const asked = new Map<string, string>();
      for (const person of ['misaki', 'yating'] as const) {
        const notes = new Set((await finds(person, 'notes')).map(({ id }) => id));
        const turns = new Map((await finds(person, 'turns')).map((turn) => [turn.id, turn]));
        const tasks = new Set((await finds(person, 'agentWorks')).map(({ threadId }) => threadId));
        for (const { id, threadId, text, citations, sources } of await finds(person, 'answers')) {
          if (tasks.has(threadId)) continue;
          asked.set(id, turns.get(id)!.language);
          expect(sources.every((source) => notes.has(source.id))).toBe(true);
          const markers = [...text.matchAll(/\[\^(\d+)\]/g)].map(([, n]) => Number(n));
          expect(markers.sort()).toEqual(citations.map(({ n }) => n));
          for (const { source, quote } of citations)
            expect(sources.find(({ no }) => no === source)!.text).toContain(quote);
        }
      }
      expect([...asked.values()].sort()).toEqual(['en', 'ja', 'ko', 'zh_hans', 'zh_hant']);
    });

    it('has notes and meetings in every language, with texts that read as written', async () => {
      const meetings = [...(await finds('misaki', 'meetings')), ...(await finds('yating', 'meetings'))];
      expect(new Set(meetings.map((m) => m.language))).toEqual(new Set(['en', 'ja', 'ko', 'zh_hans', 'zh_hant']));
      const made = new Set(DEMO_AGENT_CHATS.map(({ questions }) => questions[0]!.proposal.text));
      const notes = (await finds('misaki', 'notes')).filter(({ title }) => !made.has(title));
      const contents = new Map((await finds('misaki', 'noteContents')).map((c) => [c.id, c]));
      expect(notes.length).toBeGreaterThanOrEqual(12);
      for (const note of notes) {
        const written = DEMO_PROJECTS.flatMap((p) => p.notes).find((n) => n.title === note.title)!;
        const stored = markdownOfState(Buffer.from(contents.get(note.id)!.state, 'base64')).replace(
          /image:[\w-]+/,
          DEMO_PICTURE,
        );
        const mentions = stored.match(/\]\(mention:\w+\/\w+\)/g) ?? [];
        expect(mentions).toHaveLength(written.markdown.match(/\{\{/g)?.length ?? 0);
        expect(stored.replace(/\[([^\]]*)\]\(mention:[^)]*\)/g, '$1').trim()).toBe(
          written.markdown.replace(/\{\{\w+ (.+?)\}\}/g, (_all, name: string) => nameOf(name)).trim(),
        );
        expect(note.words).toBeGreaterThan(20);
        expect(note.snippet.length).toBeGreaterThan(40);
      }
      for (const meeting of meetings) expect(meeting.participants[0]?.type).toBe('host');
    });

    it('shows a picture in a note of each language', async () => {
      const contents = await finds('misaki', 'noteContents');
      const shown = contents.flatMap((c) =>
        imagesOfState(Buffer.from(c.state, 'base64')).map((imageId) => ({ imageId, contentId: c.id })),
      );
      expect(await parts.platform.db.selectFrom('note_image').select('id').execute()).toHaveLength(5);
      // one of the projects is not shared with her
      expect(shown).toHaveLength(4);
      for (const { imageId, contentId } of shown) {
        const row = await parts.platform.db
          .selectFrom('note_image')
          .selectAll()
          .where('id', '=', imageId)
          .executeTakeFirstOrThrow();
        expect(row).toMatchObject({ content_id: contentId, state: 'finished', type: 'image/png' });
        expect(parts.blobs.get(blobKey(row.upload_id))?.length).toBe(row.size);
      }
    });

    it('has one meeting with sound and a transcript whose times lie within it', async () => {
      const recorded = (await finds('ming', 'meetings')).filter((m) => m.recordings.length > 0);
      expect(recorded).toHaveLength(1);
      const [recording] = recorded[0]!.recordings;
      const upload = await parts.platform.db
        .selectFrom('upload')
        .selectAll()
        .where('recording_id', '=', recording!.id)
        .executeTakeFirstOrThrow();
      const sound = parts.blobs.get(blobKey(upload.id))!;
      expect([sound.length, createHash('sha256').update(sound).digest('hex')]).toEqual([
        recording!.size,
        recording!.sha256,
      ]);
      const transcript = (await finds('ming', 'transcripts')).find(({ id }) => id === recorded[0]!.id);
      expect(transcript).toMatchObject({ id: recorded[0]!.id, status: 'done' });
      let before = 0;
      for (const segment of transcript!.segments) {
        expect(segment.start).toBeGreaterThanOrEqual(before);
        expect(segment.end).toBeGreaterThan(segment.start);
        before = segment.end;
      }
      expect(before).toBeLessThanOrEqual(recording!.durationMs);
      expect(new Set(transcript!.segments.map((s) => s.participantId))).toEqual(
        new Set(recorded[0]!.participants.map((p) => p.id)),
      );
    });

    it('has a summary for each meeting, whose moments quote its transcript', async () => {
      const summaries = await finds('ming', 'summaries');
      expect(summaries.map(({ id }) => id).sort()).toEqual(
        (await finds('ming', 'meetings')).map(({ id }) => id).sort(),
      );
      const said = new Map(
        (await finds('ming', 'transcripts')).flatMap(({ segments }) => segments.map((s) => [s.id, s.text])),
      );
      for (const { moments = [], items = [], content } of summaries) {
        const numbers = [...content.matchAll(/\[\^(\d+)\]/g)].map(([, n]) => Number(n));
        expect(numbers).toEqual(moments.map(({ n }) => n));
        for (const { segmentId, quote } of [...moments, ...items.flatMap((item) => item.moments)])
          expect(said.get(segmentId)).toBe(quote);
      }
    });
  });

  describe('at the start', () => {
    beforeEach(() => start());
    afterEach(stop);

    it('is created once: deleted documents are not restored', async () => {
      expect(await seed()).toBe('seeded');
      const [project] = await finds('emma', 'projects');
      const { company_id: companyId } = await parts.platform.db
        .selectFrom('user_company')
        .select('company_id')
        .executeTakeFirstOrThrow();
      await sync.store.write(companyId, (tx) => tx.remove('projects', project!.id));
      expect(await seed()).toBe('present');
      expect((await finds('emma', 'projects')).filter((p) => !('_deleted' in p)).map((p) => p.id)).not.toContain(
        project!.id,
      );
      expect(await parts.platform.db.selectFrom('companies').select('id').execute()).toHaveLength(1);
      // the recording, and in each language a picture, two texts and three documents
      expect(parts.blobs.size).toBe(31);
    });

    it('leaves nothing when its creation fails, and is created at the next start', async () => {
      const departments = server.departments;
      const failing = Object.assign(Object.create(departments) as typeof departments, {
        addMembers: () => Promise.reject(new Error('out of power')),
      });
      await expect(
        seedDemo(parts.platform, { organization: server.service, departments: failing, store: sync.store, demos }),
      ).rejects.toThrow('out of power');
      expect(await parts.platform.db.selectFrom('users').select('id').execute()).toEqual([]);
      expect(await seed()).toBe('seeded');
    });

    it('is not created in an installation with data, nor where it is disabled', async () => {
      await createUser(parts.platform, { email: 'first@example.test', name: 'First Person', lang: 'en' });
      expect(await seed()).toBe('none');
      expect(await parts.platform.db.selectFrom('companies').select('id').execute()).toEqual([]);
    });

    it('is created once by two processes that start together', async () => {
      expect((await Promise.all([seed(), seed()])).sort()).toEqual(['present', 'seeded']);
      expect(await parts.platform.db.selectFrom('companies').select('id').execute()).toHaveLength(1);
      // the recording, and in each language a picture, two texts and three documents
      expect(parts.blobs.size).toBe(31);
    });

    it('is not created where it is disabled, nor by default in production', async () => {
      for (const env of [{ NODE_ENV: 'production' }, { SATCHEL_DEMO: 'false' }]) {
        const config = readConfig({ DATA_DIR: parts.platform.config.dataDir, ...env });
        expect(
          await seedDemo(Object.create(parts.platform, { config: { value: config } }) as Platform, {
            organization: server.service,
            departments: server.departments,
            store: sync.store,
            demos,
          }),
        ).toBe('none');
      }
      expect(await parts.platform.db.selectFrom('users').select('id').execute()).toEqual([]);
      expect(parts.blobs.size).toBe(0);
    });
  });
});
