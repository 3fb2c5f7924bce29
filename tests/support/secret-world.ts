/**
 * Projects of several people with notes whose words are secret. They are shared, deleted and restored while departments
 * change. This file computes by rules of its own who may read each note; it does not use the product's access checks.
 */
import fc from 'fast-check';
import { refreshAccessForDepartments } from '../../server/core/department-access';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { SearchFollower } from '../../server/core/search/follower';
import { trashCalls } from '../../server/core/trash/contract';
import type { Core } from './core';

/** the colleagues of one company, and a person of another one */
export const ASKERS = ['ann', 'ben', 'cho'] as const;
export type Asker = (typeof ASKERS)[number];
type Owner = Asker | 'zoe';

const DEPARTMENTS = ['d-top', 'd-child'] as const;
type Department = (typeof DEPARTMENTS)[number];

interface SharedWith {
  range: 'private' | 'company' | 'team' | 'customize';
  users: readonly Asker[];
  departments: readonly Department[];
}
interface Place extends SharedWith {
  id: string;
  owner: Owner;
  isDeleted: boolean;
}
interface SecretNote {
  id: string;
  place: Place;
  word: string;
  range: 'private' | 'project' | 'team';
  isDeleted: boolean;
}

export type WorldChange =
  | ({ kind: 'share'; place: number } & SharedWith)
  | { kind: 'shareNote'; note: number; range: SecretNote['range'] }
  | { kind: 'deletePlace' | 'restorePlace'; place: number }
  | { kind: 'deleteNote' | 'restoreNote'; note: number }
  | { kind: 'move'; person: Asker; departments: readonly Department[] };

const PROJECTS = 3;
const NOTES = 2 * PROJECTS;
/** without digits: a claim with a number that its source lacks is dropped, which would hide a leak */
const WORDS = ['amber', 'birch', 'coral', 'dune', 'ember', 'fjord'];

export const QUESTION = 'How large is the budget of the lighthouse?';
/** contained in each note */
export const QUOTE = 'The budget of the lighthouse is';
/** the secret words of a text */
export const secretsIn = (text: string): string[] => [...new Set(text.match(/sealed-[a-z]+|known-to-[a-z]+/g))];

const departments = fc.subarray([...DEPARTMENTS]);
export const worldChanges: fc.Arbitrary<WorldChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('share' as const),
      place: fc.nat(PROJECTS - 1),
      range: fc.constantFrom('private' as const, 'company' as const, 'team' as const, 'customize' as const),
      users: fc.subarray([...ASKERS]),
      departments,
    }),
  },
  fc.record({
    kind: fc.constant('shareNote' as const),
    note: fc.nat(NOTES - 1),
    range: fc.constantFrom('private' as const, 'project' as const, 'team' as const),
  }),
  fc.record({ kind: fc.constantFrom('deletePlace' as const, 'restorePlace' as const), place: fc.nat(PROJECTS - 1) }),
  fc.record({ kind: fc.constantFrom('deleteNote' as const, 'restoreNote' as const), note: fc.nat(NOTES - 1) }),
  fc.record({ kind: fc.constant('move' as const), person: fc.constantFrom(...ASKERS), departments }),
);

export class SecretWorld {
  private readonly places: Place[] = [];
  readonly notes: SecretNote[] = [];
  private readonly departmentsOf = new Map<Asker, readonly Department[]>([['cho', ['d-child']]]);

  private constructor(private readonly core: Core) {}

  /** Writes everything, and the search index; the index is not updated later, so it is older than each change. */
  static async create(core: Core): Promise<SecretWorld> {
    const world = new SecretWorld(core);
    for (let n = 0; n < PROJECTS; n += 1) {
      const place = await world.place(ASKERS[n]!, `Project ${n}`);
      world.places.push(place);
      for (const word of WORDS.slice(2 * n, 2 * n + 2)) world.notes.push(await world.note(place, `sealed-${word}`));
    }
    // documents that each person always has and never shares
    for (const owner of [...ASKERS, 'zoe'] as const)
      await world.note(await world.place(owner, `Own project of ${owner}`), `known-to-${owner}`);
    for (const company of ['c1', 'c2'])
      await new SearchFollower(core.platform).follow(company, new AbortController().signal);
    return world;
  }

  private async place(owner: Owner, title: string): Promise<Place> {
    const { id } = await this.core.person(owner).call(projectCalls.create, { title });
    return { id, owner, range: 'private', users: [], departments: [], isDeleted: false };
  }

  private async note(place: Place, word: string): Promise<SecretNote> {
    const { id } = await this.core.person(place.owner).call(noteCalls.save, {
      projectId: place.id,
      title: 'Lighthouse',
      content: `${QUOTE} ${word}.`,
    });
    return { id, place, word, range: 'project', isDeleted: false };
  }

  /** Makes a change as a person who may; skips one that does not apply. */
  async apply(change: WorldChange): Promise<void> {
    switch (change.kind) {
      case 'share': {
        const place = this.places[change.place]!;
        const { range } = change;
        const users = range === 'customize' ? change.users.filter((user) => user !== place.owner) : [];
        const shared = range === 'customize' || range === 'team' ? change.departments : [];
        const isEmpty = users.length + shared.length === 0;
        if (place.isDeleted || (isEmpty && (range === 'customize' || range === 'team'))) return;
        await this.core.person(place.owner).call(projectCalls.setShare, {
          ...{ projectId: place.id, shareRange: range },
          ...{ userIds: [...users], departmentIds: [...shared] },
        });
        Object.assign(place, { range, users, departments: shared });
        return;
      }
      case 'shareNote': {
        const note = this.notes[change.note]!;
        if (note.isDeleted || note.place.isDeleted) return;
        const { range: shareRange } = change;
        await this.core.person(note.place.owner).call(noteCalls.share, { noteId: note.id, shareRange });
        note.range = shareRange;
        return;
      }
      case 'deletePlace':
      case 'restorePlace': {
        const place = this.places[change.place]!;
        const isDeleted = change.kind === 'deletePlace';
        if (place.isDeleted === isDeleted) return;
        const { id, owner } = place;
        await (isDeleted
          ? this.core.person(owner).call(projectCalls.remove, { id })
          : this.core.person(owner).call(trashCalls.restore, { kind: 'projects', id }));
        place.isDeleted = isDeleted;
        return;
      }
      case 'deleteNote':
      case 'restoreNote': {
        const note = this.notes[change.note]!;
        const isDeleted = change.kind === 'deleteNote';
        if (note.place.isDeleted || note.isDeleted === isDeleted) return;
        const { id, place } = note;
        await (isDeleted
          ? this.core.person(place.owner).call(noteCalls.remove, { id })
          : this.core.person(place.owner).call(trashCalls.restore, { kind: 'notes', id }));
        note.isDeleted = isDeleted;
        return;
      }
      case 'move':
        await this.core.sync.store.write('c1', async (tx) => {
          await tx.put('people', change.person, { departmentIds: [...change.departments] });
          await refreshAccessForDepartments(tx, [...DEPARTMENTS]);
        });
        this.departmentsOf.set(change.person, change.departments);
    }
  }

  private reads(person: Asker, { owner, range, users, departments: shared }: Place): boolean {
    if (owner === person || range === 'company') return true;
    if (range === 'customize' && users.includes(person)) return true;
    if (range !== 'customize' && range !== 'team') return false;
    const own = this.departmentsOf.get(person) ?? [];
    return own.some((each) => shared.includes(each) || (each === 'd-child' && shared.includes('d-top')));
  }

  /** The secret words that a person may not read now. */
  hiddenFrom(person: Asker): Set<string> {
    const hidden = this.notes.filter(({ place, range, isDeleted }) => {
      if (isDeleted || place.isDeleted) return true;
      if (place.owner === person || range === 'team') return false;
      return range === 'private' || !this.reads(person, place);
    });
    return new Set([
      ...hidden.map(({ word }) => word),
      ...[...ASKERS, 'zoe'].filter((owner) => owner !== person).map((owner) => `known-to-${owner}`),
    ]);
  }
}
