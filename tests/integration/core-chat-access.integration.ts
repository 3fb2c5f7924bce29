/**
 * While access changes, no prompt and no answer contains text that the person may not see; with the product’s retrieval.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { linkCalls } from '../../server/core/links/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { VectorFollower } from '../../server/core/retrieval/vector-follower';
import { SearchFollower } from '../../server/core/search/follower';
import { trashCalls } from '../../server/core/trash/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import type { Turn } from '../../sync/model/kinds/turns';
import { ask } from '../support/chats';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { startModelServer, type ModelServer } from '../support/model-server';
import { FilesOfPeople, ScriptedParser } from '../support/project-files';
import { providerRegistry } from '../support/provider-registry';
import { writeTemporaryFile } from '../support/temporary-files';

const QUESTION = 'How large is the budget of the lighthouse?';
const CHAT = '/chat/completions';
const SECRETS = { shared: 'sealed-4711', private: 'sealed-4712', foreign: 'sealed-4713' } as const;

describeOnDatabase('questions of people with different access', (engine) => {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let ben: Person;
  let projectId: string;
  let files: FilesOfPeople;
  let follow: () => Promise<void>;
  beforeAll(async () => {
    models = await startModelServer();
    core = await openCore(engine, { ports: { parsing: new ScriptedParser() } });
    files = new FilesOfPeople(core, await core.serve());
    const registry = providerRegistry(core.platform, {
      CHAT_API_URL: models.url,
      CHAT_MODEL: 'scripted',
      EMBEDDING_API_URL: models.url,
      EMBEDDING_MODEL: 'meaning',
    });
    core.services.ai.chat = (companyId) => registry.chat(companyId);
    core.services.ai.embedding = (companyId) => registry.embedding(companyId);
    [ann, ben] = core.people('ann', 'ben');
    const write = async (person: Person, secret: string): Promise<string> => {
      const project = await person.call(projectCalls.create, { title: `Project ${secret}` });
      await person.call(noteCalls.save, {
        projectId: project.id,
        title: 'Lighthouse',
        content: `The budget of the lighthouse is ${secret}.`,
      });
      return project.id;
    };
    projectId = await write(ann, SECRETS.shared);
    await write(ann, SECRETS.private);
    await write(core.person('zoe'), SECRETS.foreign);
    await write(ben, 'known-to-ben');
    follow = async () => {
      for (const company of ['c1', 'c2'])
        for (const index of [new SearchFollower(core.platform), new VectorFollower(core.services)])
          await index.follow(company, new AbortController().signal);
    };
    await follow();
  });
  afterAll(async () => {
    await core.close();
    await models.close();
  });

  const share = (userIds: string[]) =>
    ann.call(projectCalls.setShare, {
      projectId,
      shareRange: userIds.length > 0 ? 'customize' : 'private',
      userIds,
    });

  it('are answered from what each of them sees', async () => {
    const shared = fc.record({ before: fc.boolean(), during: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(shared, { minLength: 1, maxLength: 4 }), async (rounds) => {
        for (const { before, during } of rounds) {
          core.parts.pass(61_000);
          await share(before ? ['ben'] : []);
          let isChanged = false;
          models.setScript(async ({ path }) => {
            if (path !== CHAT) return {};
            if (!isChanged) await share(during ? ['ben'] : []);
            isChanged = true;
            return { text: 'A budget. [[1: "The budget of the lighthouse is"]]' };
          });
          const { threadId, turnId } = await ask(core, ben, { question: QUESTION });
          await core.runJobs();
          const answer = JSON.stringify(await ben.sees('answers', turnId));
          const [first, ...later] = models.requests
            .filter(({ path }) => path === CHAT)
            .map(({ body }) => JSON.stringify(body));
          expect(first).toContain('known-to-ben');
          expect(first!.includes(SECRETS.shared)).toBe(before);
          // withdrawn in the middle: asked again without it, and not delivered
          expect(later.length).toBe(before && !during ? 1 : 0);
          for (const request of later) expect(request).not.toContain(SECRETS.shared);
          expect(answer.includes(SECRETS.shared)).toBe(before && during);
          expect(answer).toContain('known-to-ben');
          // a question that follows it: rewritten, compared by its meaning, and answered
          const asked = models.prompts();
          models.setScript([{ text: 'How large is the budget of the lighthouse?' }]);
          const next = await ask(core, ben, { parentId: threadId, followsId: turnId, question: 'And for what?' });
          await core.runJobs();
          expect(models.requests.map(({ path }) => path)).toContain('/embeddings');
          const sources = JSON.stringify((await ben.sees('answers', next.turnId))!.sources);
          expect(sources.includes(SECRETS.shared)).toBe(during);
          for (const text of [...asked, ...models.prompts(), answer]) {
            expect(text).not.toContain(SECRETS.private);
            expect(text).not.toContain(SECRETS.foreign);
          }
        }
      }),
      { numRuns: 5 },
    );
  });

  /** What a project has, and the documents that hold it. */
  const DOCUMENT_OF = {
    note: 'note',
    file: 'file',
    page: 'page',
    transcript: 'meeting',
    summary: 'meeting',
    minutes: 'meeting',
    other: 'other',
  } as const;
  type Name = keyof typeof DOCUMENT_OF;
  type Documented = (typeof DOCUMENT_OF)[Name];
  const NAMES = Object.keys(DOCUMENT_OF) as Name[];
  const DOCUMENTS = [...new Set(Object.values(DOCUMENT_OF))];
  const COLLECTION_OF = {
    note: 'notes',
    file: 'projectItems',
    page: 'projectItems',
    meeting: 'meetings',
    other: 'projectItems',
  } as const;
  /** contained in each text of the other company */
  const FOREIGN = 'foreign-60';
  /** contained in each file that Ann attaches to a question */
  const ATTACHED = 'attached-61';
  const OWN_FILE = 'own-62';
  const sealed = (name: Name): string => `sealed-50${NAMES.indexOf(name)}`;
  const sentence = (name: string, secret: string): string => `The budget of the lighthouse of ${name} is ${secret}.`;

  /** Writes every kind of source into two projects of a person: `other` into the second, the others into the first. */
  async function writeSources(
    person: Person,
    [first, second]: [string, string],
    secretOf: (name: Name) => string,
  ): Promise<Record<Documented, string>> {
    const text = (name: Name): string => sentence(name, secretOf(name));
    const { id: note } = await person.call(noteCalls.save, { projectId: first, title: 'Lamp', content: text('note') });
    const add = async (name: 'file' | 'other', projectId: string): Promise<string> =>
      (await files.add(person, projectId, Buffer.from(text(name)), `${name}.txt`)).id;
    const [file, other, page] = [await add('file', first), await add('other', second), newId(core.now())];
    const meeting = await person.call(meetingCalls.create, { title: 'Lenses', projectId: first });
    await person.call(meetingCalls.createNote, { meetingId: meeting.id, content: text('minutes') });
    await core.sync.store.write(person.actor.companyId, async (tx) => {
      const inProject = { space: spaceOf('project', first), projectId: first };
      await tx.put('projectItems', page, {
        ...{ ...BLANK_ITEM, ...inProject, itemType: 'singleUrl', title: 'Shore', url: 'https://shore.example/' },
        ...{ crawlStatus: 'crawled', parseStatus: 'parsed', addedBy: person.actor.userId, createdAt: core.now() },
      });
      await tx.put('itemTexts', page, {
        ...{ ...inProject, version: 0, title: 'Shore', language: 'en', outline: [], fetchedAt: 1, parsedAt: 1 },
        parts: [{ id: 'p1', kind: 'text', level: 0, text: text('page'), place: {} }],
      });
      const ofMeeting = {
        ...{ space: (await tx.get('meetings', meeting.id))!.space, meetingId: meeting.id },
        ...{ creatorId: person.actor.userId, status: 'done' as const, error: '' },
        ...{ provider: 'p', model: 'm', mode: 'model', generatedAt: 1 },
      };
      const segment = { id: 's1', recordingId: '', start: 0, end: 1000, original: '', participantId: '' };
      await tx.put('transcripts', meeting.id, {
        ...{ ...ofMeeting, progress: 1 },
        segments: [{ ...segment, text: text('transcript') }],
      });
      await tx.put('summaries', meeting.id, {
        ...{ ...ofMeeting, templateId: '', versions: [] },
        content: text('summary'),
      });
    });
    await core.runJobs();
    return { note, file, other, page, meeting: meeting.id };
  }

  /** `isSet`: Ben becomes a member, the document is deleted, or it is Ann's alone; false: the opposite */
  interface Step {
    of: Documented;
    change: 'member' | 'deleted' | 'private';
    isSet: boolean;
  }
  type About = Documented | 'project' | 'foreign' | 'everything';

  /** Ann's sources, and what Ben may see of them, kept beside the product. */
  class Sources {
    private ids!: Record<Documented, string>;
    private projects!: [string, string];
    private readonly members = new Set<string>();
    private readonly deleted = new Set<Documented>();
    private readonly private = new Set<Documented>();

    async begin(): Promise<void> {
      this.projects = [await files.project(ann), await files.project(ann)];
      this.ids = await writeSources(ann, this.projects, sealed);
    }

    seen = (name: Name): boolean => {
      const of = DOCUMENT_OF[name];
      return this.members.has(this.projectOf(of)) && !this.deleted.has(of) && !this.private.has(of);
    };

    hidden = (): string[] => [...NAMES.filter((name) => !this.seen(name)).map(sealed), FOREIGN, ATTACHED];

    /** what a question may name, seen or not */
    context = (about: About): Turn['context'] =>
      about === 'everything'
        ? []
        : about === 'project'
          ? [{ kind: 'projects', id: this.projects[0], title: 'Project' }]
          : about === 'foreign'
            ? DOCUMENTS.map((of) => ({ kind: COLLECTION_OF[of], id: foreign[of], title: of }))
            : [{ kind: COLLECTION_OF[about], id: this.ids[about], title: about }];

    isNamed = (name: Name, about: About): boolean =>
      about === 'everything' || about === DOCUMENT_OF[name] || (about === 'project' && name !== 'other');

    async take({ of, change, isSet }: Step): Promise<void> {
      const [id, projectId, kind] = [this.ids[of], this.projectOf(of), COLLECTION_OF[of]];
      if (change === 'member') {
        await ann.call(projectCalls.setShare, {
          projectId,
          shareRange: isSet ? 'customize' : 'private',
          userIds: isSet ? ['ben'] : [],
        });
        if (isSet) this.members.add(projectId);
        else this.members.delete(projectId);
      } else if (change === 'private') {
        // what else a project has is its members'
        if (this.deleted.has(of) || kind === 'projectItems') return;
        const shareRange = isSet ? 'private' : 'project';
        if (kind === 'notes') await ann.call(noteCalls.share, { noteId: id, shareRange });
        else await ann.call(meetingCalls.share, { meetingId: id, shareRange });
        if (isSet) this.private.add(of);
        else this.private.delete(of);
      } else if (isSet !== this.deleted.has(of)) {
        if (!isSet) await ann.call(trashCalls.restore, { kind, id });
        else if (kind === 'notes') await ann.call(noteCalls.remove, { id });
        else if (kind === 'meetings') await ann.call(meetingCalls.remove, { id });
        else if (of === 'page') await ann.call(linkCalls.removeSinglePages, { ids: [id] });
        else await ann.call(fileCalls.remove, { ids: [id] });
        if (isSet) this.deleted.add(of);
        else this.deleted.delete(of);
      }
    }

    private readonly projectOf = (of: Documented): string => this.projects[of === 'other' ? 1 : 0];
  }

  /** ids of the other company's sources */
  let foreign: Record<Documented, string>;
  const foreignSecret = (name: Name): string => `${FOREIGN}${NAMES.indexOf(name)}`;

  it('find in the other company what it has of each kind', async () => {
    const zoe = core.person('zoe');
    foreign = await writeSources(zoe, [await files.project(zoe), await files.project(zoe)], foreignSecret);
    await follow();
    models.setScript([{ text: 'A budget.' }]);
    await ask(core, zoe, { question: QUESTION });
    await core.runJobs();
    const [prompt] = models.requests.filter(({ path }) => path === CHAT).map(({ body }) => JSON.stringify(body));
    for (const name of NAMES) expect(prompt).toContain(foreignSecret(name));
  });

  it('are given nothing that is withdrawn, deleted, of others only, or of another company', async () => {
    const step = fc.record<Step>({
      of: fc.constantFrom(...DOCUMENTS),
      change: fc.constantFrom('member', 'member', 'deleted', 'private'),
      isSet: fc.boolean(),
    });
    const everything: About[] = Array.from({ length: DOCUMENTS.length }, () => 'everything');
    const round = fc.record({
      before: fc.array(step, { maxLength: 6, size: 'max' }),
      during: fc.array(step, { maxLength: 2 }),
      about: fc.constantFrom<About>(...everything, 'project', 'foreign', ...DOCUMENTS),
      hasFiles: fc.constantFrom(true, false, false),
      // an index that is behind
      follows: fc.boolean(),
    });
    const all: Step[] = (['file', 'other'] as const).map((of) => ({ of, change: 'member', isSet: true }));
    const attach = (userId: string, name: string, secret: string, more: object = {}): Promise<string> =>
      writeTemporaryFile(core, { userId, name: `${name}.txt`, text: sentence(name, secret), ...more });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 3 }), async (rounds) => {
        const sources = new Sources();
        await sources.begin();
        for (const each of all) await sources.take(each);
        await follow();
        for (const { before, during, about, hasFiles, follows } of rounds) {
          core.parts.pass(61_000);
          for (const each of before) await sources.take(each);
          if (follows) await follow();
          // Ann and the other company cannot reach the question with files of theirs
          const chatId = newId(core.now());
          const others = [
            await attach('ann', 'attached', `${ATTACHED}0`),
            await attach('zoe', 'attached', `${FOREIGN}9`, { companyId: 'c2' }),
          ];
          await attach('ann', 'uploaded', `${ATTACHED}1`, { chatId });
          const fileIds = hasFiles ? [await attach('ben', 'own', OWN_FILE), ...others] : [];
          const expected = [
            ...(hasFiles ? [OWN_FILE] : []),
            // a question with files and nothing else that it names is about its files
            ...(hasFiles && about === 'everything'
              ? []
              : NAMES.filter((name) => sources.seen(name) && sources.isNamed(name, about)).map(sealed)),
          ];
          let isFirst = true;
          /** secrets that a prompt must not hold, and those of its sources that it lacks */
          const wrong: string[] = [];
          models.setScript(async ({ path, body }) => {
            if (path !== CHAT) return {};
            const prompt = JSON.stringify(body);
            wrong.push(...sources.hidden().filter((secret) => prompt.includes(secret)));
            if (isFirst && follows) wrong.push(...expected.filter((secret) => !prompt.includes(secret)));
            if (isFirst) for (const each of during) await sources.take(each);
            isFirst = false;
            return { text: 'A budget. [[1: "The budget of the lighthouse"]]' };
          });
          const question = { question: QUESTION, context: sources.context(about), fileIds };
          const { turnId } = await ask(core, ben, question, { id: chatId });
          await core.runJobs();
          expect(wrong).toEqual([]);
          // what is known to Ben alone is found whatever else is not, unless the question names something else
          if (about === 'everything' || hasFiles) expect(isFirst).toBe(false);
          const answer = (await ben.sees('answers', turnId))!;
          expect(answer.isComplete).toBe(true);
          for (const secret of sources.hidden()) expect(JSON.stringify(answer)).not.toContain(secret);
          for (const { text, no } of answer.sources)
            for (const { source, quote } of answer.citations) if (source === no) expect(text).toContain(quote);
        }
        // the sources of other runs are found by no question
        for (const of of DOCUMENTS) await sources.take({ of, change: 'member', isSet: false });
      }),
      { numRuns: 6 },
    );
  });
});
