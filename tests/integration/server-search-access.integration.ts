/**
 * The server's search and retrieval while access changes: random histories of grants, revocations, moves, deletions and
 * edits, with an index that follows only at times. Nothing is shown of what a person may not see at the moment, and
 * once the index has followed, the answer is that of a device with exactly the documents that the person sees.
 */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { SearchFollower } from '../../server/core/search/follower';
import { PassageRetrieval } from '../../server/core/retrieval/service';
import { SearchService } from '../../server/core/search/service';
import { spaceOf } from '../../sync/model/ids';
import { queryTerms } from '../../sync/text/query';
import { openCore, type Core } from '../support/core';
import { describeOnEngines } from '../support/database';
import { writeFile, type WrittenFile } from '../support/searched-files';
import { readerOfSources } from '../support/search-set';

const PEOPLE = ['ann', 'ben', 'cho'];
const PROJECTS = ['p0', 'p1', 'p2', 'p3'];
const WORDS = [
  'harbour',
  'planning',
  'plans',
  '調光カーブ',
  '회의록을',
  '样品间',
  'ISO27001',
  'café',
  'shelves',
  'budget',
];
const QUESTIONS = [
  'harbour',
  'plan',
  'budgte',
  '調光',
  '회의록',
  '樣品間',
  'shelf café',
  'iso 27001 harbour',
  'secret',
];
const SEEDS = [1, 2, 3, 4];
const STEPS = 60;
const never = new AbortController().signal;

/** Whoever may see which file, as a person would say it. */
interface World {
  files: Map<string, WrittenFile & { deleted: boolean }>;
  members: Map<string, Set<string>>;
  active: Set<string>;
}

const sees = ({ members, active }: World, person: string, file: WrittenFile & { deleted: boolean }): boolean =>
  !file.deleted && active.has(person) && members.get(file.projectId)!.has(person);

class Run {
  readonly world: World = { files: new Map(), members: new Map(), active: new Set(PEOPLE) };
  private readonly service: SearchService;
  private readonly retrieval: PassageRetrieval;
  private readonly follower: SearchFollower;
  private made = 0;

  constructor(
    private readonly core: Core,
    private readonly name: string,
    private seed: number,
  ) {
    this.service = new SearchService(core.platform);
    this.retrieval = new PassageRetrieval(core.platform, core.services.pieces);
    this.follower = new SearchFollower(core.platform);
  }

  below(n: number): number {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed % n;
  }
  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  async begin(): Promise<void> {
    await this.core.sync.store.write('c1', async (tx) => {
      for (const project of PROJECTS) await tx.createSpace(spaceOf('project', this.id(project)), { members: [] });
    });
    for (const project of PROJECTS) this.world.members.set(this.id(project), new Set());
    for (let i = 0; i < 12; i += 1) await this.edit();
    for (let i = 0; i < 8; i += 1) await this.grant();
  }

  id(name: string): string {
    return `${this.name}${name}`;
  }
  private get projects(): string[] {
    return PROJECTS.map((project) => this.id(project));
  }
  private get living(): (WrittenFile & { deleted: boolean })[] {
    return [...this.world.files.values()].filter(({ deleted }) => !deleted);
  }

  /** Creates a file, or writes a new version of one. */
  private async edit(): Promise<void> {
    const words = (n: number): string => Array.from({ length: n }, () => this.pick(WORDS)).join(' ');
    const old = this.below(3) === 0 ? this.pick([...this.living, null]) : null;
    const id = old?.id ?? this.id(`f${String((this.made += 1)).padStart(4, '0')}`);
    const file = {
      id,
      projectId: old?.projectId ?? this.pick(this.projects),
      title: `${words(1)} secret${id}`,
      parts: [words(2 + this.below(8)), `secret${id} ${words(this.below(30))}`],
    };
    await this.core.sync.store.write('c1', (tx) => writeFile(tx, file));
    this.world.files.set(id, { ...file, deleted: false });
  }

  private async grant(): Promise<void> {
    const project = this.pick(this.projects);
    const members = this.world.members.get(project)!;
    const person = this.pick(PEOPLE);
    if (!members.delete(person)) members.add(person);
    await this.core.sync.store.write('c1', (tx) =>
      tx.setAccess(spaceOf('project', project), {
        members: [...members].map((userId) => ({ userId, role: this.pick(['viewer', 'owner'] as const) })),
      }),
    );
  }

  private async leaveOrReturn(): Promise<void> {
    const person = this.pick(PEOPLE);
    const { active } = this.world;
    if (!active.delete(person)) active.add(person);
    await this.core.sync.store.write('c1', (tx) => this.core.sync.setCompanyMember(tx, person, active.has(person)));
  }

  private async move(): Promise<void> {
    const file = this.pick([...this.living, null]);
    if (!file) return;
    file.projectId = this.pick(this.projects);
    const place = { projectId: file.projectId, space: spaceOf('project', file.projectId) };
    await this.core.sync.store.write('c1', async (tx) => {
      await tx.put('projectItems', file.id, place);
      await tx.put('itemTexts', file.id, place);
    });
  }

  private async removeOrRestore(): Promise<void> {
    const file = this.pick([...this.world.files.values()]);
    if (!file) return;
    const isRestored = file.deleted;
    await this.core.sync.store.write('c1', async (tx) => {
      if (isRestored) await writeFile(tx, file);
      else {
        await tx.remove('projectItems', file.id);
        await tx.remove('itemTexts', file.id);
        if (this.below(2) === 0) await tx.erase('projectItems', file.id);
      }
    });
    file.deleted = !isRestored;
  }

  async step(): Promise<void> {
    const change = this.pick([
      () => this.edit(),
      () => this.edit(),
      () => this.grant(),
      () => this.grant(),
      () => this.move(),
      () => this.move(),
      () => this.removeOrRestore(),
      () => this.leaveOrReturn(),
    ]);
    await change();
  }

  follow(): Promise<boolean> {
    return this.follower.follow('c1', never);
  }

  /** Every result is a document that the person sees now. */
  async nothingHidden(): Promise<void> {
    for (const userId of PEOPLE) {
      const projectId = this.pick(this.projects);
      for (const scope of [{ projectId: '' }, { projectId }]) {
        const { list } = await this.service.search({ companyId: 'c1', userId }, this.pick(QUESTIONS), 50, scope);
        for (const { id, title, passages, ...found } of list) {
          const file = this.world.files.get(id)!;
          expect(sees(this.world, userId, file), `${userId} is shown ${id}`).toBe(true);
          expect([title, found.projectId]).toEqual([file.title, file.projectId]);
          if (scope.projectId !== '') expect(found.projectId).toBe(scope.projectId);
          for (const { segmentId, text, start, place } of passages) {
            const part = Number(segmentId!.slice(1)) - 1;
            expect(file.parts[part]!.slice(start, start + text.length)).toBe(text);
            expect(place).toEqual({ page: part + 1 });
          }
        }
      }
    }
  }

  /** No passage of what the person does not see now, nor of another project or file than asked about. */
  async noPassageHidden(): Promise<void> {
    const all = [...this.world.files.values()];
    for (const userId of PEOPLE) {
      const actor = { companyId: 'c1', userId };
      const [projectId, file] = [this.pick(this.projects), this.pick(all)];
      for (const context of [
        [],
        [{ kind: 'projects' as const, id: projectId, title: '' }],
        [{ kind: 'projectItems' as const, id: file.id, title: '' }],
      ]) {
        const { passages } = await this.retrieval.find({
          actor,
          question: `What is the ${this.pick(QUESTIONS)}?`,
          language: 'en',
          context,
          limit: 12,
          signal: never,
        });
        for (const passage of passages) {
          const source = this.world.files.get(passage.id)!;
          expect(sees(this.world, userId, source), `${userId} is given ${passage.id}`).toBe(true);
          expect([passage.title, passage.projectId]).toEqual([source.title, source.projectId]);
          for (const line of passage.text.split('\n')) expect(source.parts).toContain(line);
          const [asked] = context;
          if (asked) expect([passage.projectId, passage.id]).toContain(asked.id);
        }
      }
      const visible = await this.retrieval.visible(
        actor,
        all.map(({ id }) => ({ kind: 'projectItems', id })),
      );
      expect([...visible].sort()).toEqual(
        all
          .filter((each) => sees(this.world, userId, each))
          .map(({ id }) => id)
          .sort(),
      );
    }
  }

  /** The answers of a device that has what the person sees. */
  async sameAsDevice(at: number): Promise<void> {
    const userId = this.pick(PEOPLE);
    const visible = [...this.world.files.values()].filter((file) => sees(this.world, userId, file));
    const { reader, database } = await readerOfSources(
      `${this.name}${at}`,
      visible.flatMap(({ id, title, parts }) => [
        {
          key: `projectItems/${id}`,
          texts: [
            { field: 'title' as const, text: title },
            { field: 'description' as const, text: '' },
          ],
        },
        { key: `itemTexts/${id}`, texts: parts.map((text) => ({ field: 'content' as const, text })) },
      ]),
    );
    for (const question of QUESTIONS) {
      const device = await reader.rank(queryTerms(question), 20, () => true);
      const server = await this.service.search({ companyId: 'c1', userId }, question, 20);
      const listed = (list: readonly { id: string; score: number }[]): string[] =>
        list.map(({ id, score }) => `${id} ${score.toFixed(5)}`);
      expect({ question, list: listed(server.list), closest: server.closest }).toEqual({
        question,
        list: listed(device.ranked),
        closest: device.closest,
      });
    }
    database.close();
  }
}

describeOnEngines('changing access', (engine) => {
  it('shows nothing that a person may not see, and what they may see as their device would', async () => {
    const core = await openCore(engine);
    try {
      for (const seed of SEEDS) {
        const run = new Run(core, `s${seed}`, seed);
        await run.begin();
        await run.follow();
        for (let at = 0; at < STEPS; at += 1) {
          await run.step();
          await run.nothingHidden();
          await run.noPassageHidden();
          if (run.below(6) > 0) continue;
          await run.follow();
          await run.nothingHidden();
          await run.noPassageHidden();
          await run.sameAsDevice(at);
        }
        // the next history begins without this one
        await core.sync.store.write('c1', async (tx) => {
          for (const userId of PEOPLE) await core.sync.setCompanyMember(tx, userId, true);
          for (const project of PROJECTS) await tx.setAccess(spaceOf('project', run.id(project)), { members: [] });
        });
      }
    } finally {
      await core.close();
    }
  });

  it('shows nothing of a document whose row in the index still has the space that it left', async () => {
    const core = await openCore(engine);
    try {
      await core.sync.store.write('c1', async (tx) => {
        await tx.createSpace('project:open', { members: [{ userId: 'ann', role: 'viewer' }] });
        await tx.createSpace('project:closed', { members: [{ userId: 'ben', role: 'viewer' }] });
        await writeFile(tx, { id: 'f1', projectId: 'closed', title: 'Harbour plan', parts: ['the harbour'] });
      });
      await new SearchFollower(core.platform).follow('c1', never);
      // as a row that was being written while its document moved
      await core.parts.database.query({ text: `update search_source set space_id = 'project:open'` });
      const found = () => new SearchService(core.platform).search({ companyId: 'c1', userId: 'ann' }, 'harbour', 20);
      const retrieved = () =>
        new PassageRetrieval(core.platform, core.services.pieces).find({
          actor: { companyId: 'c1', userId: 'ann' },
          question: 'Where is the harbour?',
          language: 'en',
          context: [],
          limit: 5,
          signal: never,
        });
      expect((await found()).list).toEqual([]);
      expect((await retrieved()).passages).toEqual([]);
      for (const members of [[{ userId: 'ann', role: 'viewer' as const }], []])
        await core.sync.store.write('c1', (tx) => tx.setAccess('project:closed', { members }));
      expect((await found()).list).toEqual([]);
    } finally {
      await core.close();
    }
  });
});
