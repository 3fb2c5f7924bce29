/**
 * The index of all vectors (pgvector) while access changes: random histories of grants, revocations, moves, deletions
 * and edits in two companies, with an index that follows only at times. Nothing is found that a person may not see at
 * the moment; once the index has followed, it finds all that they see, nearest first.
 */
import { expect, it, describe } from 'vitest';
import { VectorFollower } from '../../server/core/retrieval/vector-follower';
import { spaceOf } from '../../sync/model/ids';
import { openCore, type Core } from '../support/core';
import { embeddingOf, enginesWithPgvector, installPgvector } from '../support/pgvector';
import { writeFile, type WrittenFile } from '../support/searched-files';

const PEOPLE = { c1: ['ann', 'ben', 'cho'], c2: ['zoe'] } as const;
type Company = keyof typeof PEOPLE;
const COMPANIES = Object.keys(PEOPLE) as Company[];
const PROJECTS = ['p0', 'p1', 'p2'];
const WORDS = ['harbour', 'ladder', 'picnic'];
const EMBEDDING = embeddingOf(WORDS.map((word) => new RegExp(word, 'g')));
const MODEL = 'scripted/meaning';
const SEEDS = [1, 2];
const STEPS = 20;
const never = new AbortController().signal;

type File = WrittenFile & { companyId: Company; deleted: boolean };

class Run {
  private readonly files = new Map<string, File>();
  private readonly members = new Map<string, Set<string>>();
  private readonly follower: VectorFollower;
  private made = 0;

  constructor(
    private readonly core: Core,
    private readonly name: string,
    private seed: number,
  ) {
    this.follower = new VectorFollower(core.services);
  }

  below(n: number): number {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed % n;
  }
  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
  private id(project: string): string {
    return `${this.name}${project}`;
  }

  async begin(): Promise<void> {
    for (const companyId of COMPANIES)
      await this.core.sync.store.write(companyId, async (tx) => {
        for (const project of PROJECTS) await tx.createSpace(spaceOf('project', this.id(project)), { members: [] });
      });
    for (let i = 0; i < 10; i += 1) await this.edit();
    for (let i = 0; i < 6; i += 1) await this.grant();
  }

  /** Creates a file, or changes its words. The companies have the same words, and projects of the same ids. */
  private async edit(): Promise<void> {
    const old = this.below(3) === 0 ? this.pick([...this.living, null]) : null;
    const companyId = old?.companyId ?? this.pick(COMPANIES);
    const id = old?.id ?? `${this.name}f${(this.made += 1)}`;
    const file = {
      id,
      projectId: old?.projectId ?? this.id(this.pick(PROJECTS)),
      title: id,
      parts: [Array.from({ length: 1 + this.below(3) }, () => this.pick(WORDS)).join(' ')],
    };
    await this.core.sync.store.write(companyId, (tx) => writeFile(tx, file));
    this.files.set(id, { ...file, companyId, deleted: false });
  }
  private get living(): File[] {
    return [...this.files.values()].filter(({ deleted }) => !deleted);
  }

  private async grant(): Promise<void> {
    const companyId = this.pick(COMPANIES);
    const projectId = this.id(this.pick(PROJECTS));
    const key = `${companyId}/${projectId}`;
    const members = this.members.get(key) ?? new Set<string>();
    this.members.set(key, members);
    const person = this.pick(PEOPLE[companyId]);
    if (!members.delete(person)) members.add(person);
    await this.core.sync.store.write(companyId, (tx) =>
      tx.setAccess(spaceOf('project', projectId), {
        members: [...members].map((userId) => ({ userId, role: this.pick(['viewer', 'owner'] as const) })),
      }),
    );
  }

  private async move(): Promise<void> {
    const file = this.pick([...this.living, null]);
    if (!file) return;
    file.projectId = this.id(this.pick(PROJECTS));
    const place = { projectId: file.projectId, space: spaceOf('project', file.projectId) };
    await this.core.sync.store.write(file.companyId, async (tx) => {
      await tx.put('projectItems', file.id, place);
      await tx.put('itemTexts', file.id, place);
    });
  }

  private async remove(): Promise<void> {
    const file = this.pick([...this.living, null]);
    if (!file) return;
    await this.core.sync.store.write(file.companyId, async (tx) => {
      await tx.remove('projectItems', file.id);
      await tx.remove('itemTexts', file.id);
    });
    file.deleted = true;
  }

  async step(): Promise<void> {
    const change = this.pick([
      () => this.edit(),
      () => this.edit(),
      () => this.grant(),
      () => this.grant(),
      () => this.move(),
      () => this.remove(),
    ]);
    await change();
  }

  async follow(): Promise<void> {
    for (const companyId of COMPANIES) await this.follower.follow(companyId, never);
  }

  /** @param isWhole the index has followed: it finds everything */
  async found(isWhole: boolean): Promise<void> {
    for (const companyId of COMPANIES)
      for (const userId of PEOPLE[companyId]) {
        const question = this.pick(WORDS);
        const projectId = this.id(this.pick(PROJECTS));
        const [vector] = (await EMBEDDING.embed([question], { signal: never })).vectors;
        const projects = this.pick([[], [projectId]]);
        const scope = { projects, documents: [], kinds: null };
        const nearest = await this.core.services.vectorIndex.nearest(
          { companyId, userId },
          { model: MODEL, vector: vector!, scope, limit: 100 },
        );
        const seen = this.living.filter(
          (file) =>
            file.companyId === companyId &&
            (this.members.get(`${companyId}/${file.projectId}`)?.has(userId) ?? false) &&
            (projects.length === 0 || projects.includes(file.projectId)),
        );
        const ids = seen.map(({ id }) => id);
        for (const { id, sourceId } of nearest) {
          expect(ids, `${userId} finds ${id}`).toContain(id);
          expect(sourceId).toBe(id);
        }
        if (!isWhole) continue;
        expect(nearest.map(({ id }) => id).sort()).toEqual(ids.sort());
        const shares = nearest.map(({ id }) => {
          const words = this.files.get(id)!.parts[0]!.split(' ');
          const counts = WORDS.map((word) => words.filter((each) => each === word).length);
          return counts[WORDS.indexOf(question)]! / Math.hypot(...counts, 0.1);
        });
        for (const [i, share] of shares.entries()) expect(share).toBeLessThan((shares[i - 1] ?? 1) + 0.02);
      }
  }
}

describe.each(await enginesWithPgvector())('changing access (%s)', (engine) => {
  it('finds by vectors what a person sees, and nothing else', async () => {
    const core = await openCore(engine);
    try {
      if (engine === 'pglite') await installPgvector(engine, core.platform);
      core.services.ai.embedding = () => Promise.resolve(EMBEDDING);
      for (const seed of SEEDS) {
        const run = new Run(core, `s${seed}`, seed);
        await run.begin();
        await run.follow();
        for (let at = 0; at < STEPS; at += 1) {
          await run.step();
          await run.found(false);
          if (run.below(4) > 0) continue;
          await run.follow();
          await run.found(true);
        }
        // the next history begins without this one
        for (const companyId of COMPANIES)
          await core.sync.store.write(companyId, async (tx) => {
            for (const project of PROJECTS)
              await tx.setAccess(spaceOf('project', `s${seed}${project}`), { members: [] });
          });
      }
    } finally {
      await core.close();
    }
  });
});
