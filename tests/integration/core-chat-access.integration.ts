/**
 * While access changes, no prompt and no answer contains text that the person may not see; with the product’s retrieval.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { VectorFollower } from '../../server/core/retrieval/vector-follower';
import { SearchFollower } from '../../server/core/search/follower';
import { trashCalls } from '../../server/core/trash/contract';
import type { Turn } from '../../sync/model/kinds/turns';
import { ask } from '../support/chats';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { startModelServer, type ModelServer } from '../support/model-server';
import { FilesOfPeople, ScriptedParser } from '../support/project-files';
import { providerRegistry } from '../support/provider-registry';

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

  /** A source of Ann's: a note and a file of one project, and a file of another one. */
  type Name = 'note' | 'file' | 'other';
  const SEALED: Record<Name, string> = { note: 'sealed-5001', file: 'sealed-5002', other: 'sealed-5003' };
  const NAMES = Object.keys(SEALED) as Name[];
  /** `isSet`: Ben becomes a member, the source is deleted, or the note is Ann's alone; false: the opposite */
  interface Step {
    of: Name;
    change: 'member' | 'deleted' | 'private';
    isSet: boolean;
  }

  /** Ann's sources, and what Ben may see of them, kept beside the product. */
  class Sources {
    private readonly projects: Record<Name, string> = { note: '', file: '', other: '' };
    private readonly ids: Record<Name, string> = { note: '', file: '', other: '' };
    private readonly members = new Set<string>();
    private readonly deleted = new Set<Name>();
    private isPrivate = false;

    async begin(): Promise<void> {
      const [first, second] = [await files.project(ann), await files.project(ann)];
      Object.assign(this.projects, { note: first, file: first, other: second });
      const sentence = (name: Name): string => `The budget of the lighthouse of ${name} is ${SEALED[name]}.`;
      const { id } = await ann.call(noteCalls.save, { projectId: first, title: 'Lamp', content: sentence('note') });
      this.ids.note = id;
      for (const name of ['file', 'other'] as const)
        this.ids[name] = (await files.add(ann, this.projects[name], Buffer.from(sentence(name)), `${name}.txt`)).id;
      await core.runJobs();
    }

    seen = (name: Name): boolean =>
      this.members.has(this.projects[name]) && !this.deleted.has(name) && !(name === 'note' && this.isPrivate);

    hidden = (): string[] => NAMES.filter((name) => !this.seen(name)).map((name) => SEALED[name]);

    /** what a question may name, seen or not */
    context = (about: Name | 'project' | 'everything'): Turn['context'] =>
      about === 'everything'
        ? []
        : about === 'project'
          ? [{ kind: 'projects', id: this.projects.note, title: 'Project' }]
          : [{ kind: about === 'note' ? 'notes' : 'projectItems', id: this.ids[about], title: about }];

    isNamed = (name: Name, about: Name | 'project' | 'everything'): boolean =>
      about === 'everything' || about === name || (about === 'project' && name !== 'other');

    async take({ of, change, isSet }: Step): Promise<void> {
      const [id, inProject] = [this.ids[of], this.projects[of]];
      if (change === 'member') {
        await ann.call(projectCalls.setShare, {
          projectId: inProject,
          shareRange: isSet ? 'customize' : 'private',
          userIds: isSet ? ['ben'] : [],
        });
        if (isSet) this.members.add(inProject);
        else this.members.delete(inProject);
      } else if (change === 'private') {
        if (this.deleted.has('note')) return;
        await ann.call(noteCalls.share, { noteId: this.ids.note, shareRange: isSet ? 'private' : 'project' });
        this.isPrivate = isSet;
      } else if (isSet !== this.deleted.has(of)) {
        const kind = of === 'note' ? 'notes' : 'projectItems';
        if (!isSet) await ann.call(trashCalls.restore, { kind, id });
        else if (of === 'note') await ann.call(noteCalls.remove, { id });
        else await ann.call(fileCalls.remove, { ids: [id] });
        if (isSet) this.deleted.add(of);
        else this.deleted.delete(of);
      }
    }
  }

  it('are given no note or file that is withdrawn, deleted or shared with others only', async () => {
    const step = fc.record<Step>({
      of: fc.constantFrom(...NAMES),
      change: fc.constantFrom('member', 'member', 'deleted', 'private'),
      isSet: fc.boolean(),
    });
    const round = fc.record({
      before: fc.array(step, { maxLength: 4 }),
      during: fc.array(step, { maxLength: 2 }),
      about: fc.constantFrom('everything', 'everything', 'project', ...NAMES),
      // an index that is behind
      follows: fc.boolean(),
    });
    const all: Step[] = (['file', 'other'] as const).map((of) => ({ of, change: 'member', isSet: true }));
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
        const sources = new Sources();
        await sources.begin();
        for (const each of all) await sources.take(each);
        await follow();
        for (const { before, during, about, follows } of rounds) {
          core.parts.pass(61_000);
          for (const each of before) await sources.take(each);
          if (follows) await follow();
          const expected = NAMES.filter((name) => sources.seen(name) && sources.isNamed(name, about));
          let isFirst = true;
          /** secrets that a prompt must not hold, and names of sources that it lacks */
          const wrong: string[] = [];
          models.setScript(async ({ path, body }) => {
            if (path !== CHAT) return {};
            const prompt = JSON.stringify(body);
            wrong.push(...sources.hidden().filter((secret) => prompt.includes(secret)));
            if (isFirst && follows) wrong.push(...expected.filter((name) => !prompt.includes(SEALED[name])));
            if (isFirst) for (const each of during) await sources.take(each);
            isFirst = false;
            return { text: 'A budget. [[1: "The budget of the lighthouse"]]' };
          });
          const { turnId } = await ask(core, ben, { question: QUESTION, context: sources.context(about) });
          await core.runJobs();
          expect(wrong).toEqual([]);
          // what is known to Ben alone is found whatever else is not, unless the question names something else
          if (about === 'everything') expect(isFirst).toBe(false);
          const answer = (await ben.sees('answers', turnId))!;
          expect(answer.isComplete).toBe(true);
          for (const secret of sources.hidden()) expect(JSON.stringify(answer)).not.toContain(secret);
          for (const { text, no } of answer.sources)
            for (const { source, quote } of answer.citations) if (source === no) expect(text).toContain(quote);
        }
        // the sources of other runs are found by no question
        for (const of of NAMES) await sources.take({ of, change: 'member', isSet: false });
      }),
      { numRuns: 6 },
    );
  });
});
