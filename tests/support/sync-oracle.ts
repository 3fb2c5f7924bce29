/**
 * Computes the documents that a person must have at a tick from the log of grants and writes only, without SQL or
 * intervals.
 */
import type { Role } from '../../sync/model/kind';

/** One operation of a writer at a tick; a tick may have several, in order. */
export type Fact =
  | { seq: number; kind: 'doc'; id: string; space: string; rev: string; deleted: boolean }
  | { seq: number; kind: 'access'; space: string; members: ReadonlyMap<string, Role>; everyone: Role | null }
  | { seq: number; kind: 'person'; user: string; active: boolean };

interface State {
  docs: Map<string, { space: string; rev: string; deleted: boolean }>;
  access: Map<string, { members: ReadonlyMap<string, Role>; everyone: Role | null }>;
  active: Set<string>;
}

/** The documents of a device that has pulled everything up to a tick. */
export interface Held {
  user: string;
  seq: number;
  docs: Map<string, string>;
}
/** A delivered document: it must have been true at a tick between the request and the answer. */
export interface Delivered {
  user: string;
  from: number;
  to: number;
  id: string;
  /** null for a deletion */ told: string | null;
}

const ROLES: readonly Role[] = ['viewer', 'contributor', 'owner'];

/** A person's view of a visible document: its space, its revision, and whether they may change it. */
export const told = (space: string, rev: string, may: boolean): string => `${space} ${rev} ${may ? 'may' : 'reads'}`;

export class Oracle {
  readonly facts: Fact[] = [];
  private readonly state: State = { docs: new Map(), access: new Map(), active: new Set() };
  private at = 0;

  note(...facts: Fact[]): void {
    this.facts.push(...facts);
  }

  /** Compares everything that devices have and received with the log. Returns errors as text. */
  check(held: readonly Held[], delivered: readonly Delivered[]): string[] {
    const wrong: string[] = [];
    const facts = this.facts
      .map((fact, i) => ({ fact, i }))
      .sort((a, b) => a.fact.seq - b.fact.seq || a.i - b.i)
      .map(({ fact }) => fact);
    const open = [...delivered].sort((a, b) => a.from - b.from);
    let unproven: Delivered[] = [];
    const last = Math.max(0, ...facts.map((f) => f.seq), ...held.map((h) => h.seq));
    for (let seq = 0, next = 0; seq <= last; seq += 1) {
      this.at = seq;
      for (; next < facts.length && facts[next]!.seq === seq; next += 1) this.apply(facts[next]!);
      while (open.length > 0 && open[0]!.from <= seq) unproven.push(open.shift()!);
      unproven = unproven.filter((d) => {
        if (this.view(d.user, d.id) === d.told) return false;
        if (d.to > seq && seq < last) return true;
        wrong.push(
          `${d.user} was given ${d.id} as ${d.told ?? 'deleted'} between ${d.from} and ${
            d.to
          }, which was true at no tick of it`,
        );
        return false;
      });
      for (const h of held) if (h.seq === seq) wrong.push(...this.compare(h));
    }
    return wrong;
  }

  private apply(fact: Fact): void {
    if (fact.kind === 'doc') this.state.docs.set(fact.id, fact);
    else if (fact.kind === 'access') this.state.access.set(fact.space, fact);
    else if (fact.active) this.state.active.add(fact.user);
    else this.state.active.delete(fact.user);
  }

  private role(user: string, space: string): Role | null {
    const access = this.state.access.get(space);
    if (!access || !this.state.active.has(user)) return null;
    return (
      ROLES[Math.max(...[access.members.get(user), access.everyone].map((r) => (r ? ROLES.indexOf(r) : -1)))] ?? null
    );
  }

  private view(user: string, id: string): string | null {
    const doc = this.state.docs.get(id);
    const role = doc && !doc.deleted ? this.role(user, doc.space) : null;
    return doc && role ? told(doc.space, doc.rev, role !== 'viewer') : null;
  }

  private compare(held: Held): string[] {
    const wrong: string[] = [];
    for (const id of new Set([...this.state.docs.keys(), ...held.docs.keys()])) {
      const should = this.view(held.user, id);
      const has = held.docs.get(id) ?? null;
      if (should !== has)
        wrong.push(
          `at ${this.at} ${held.user} holds ${id} as ${has ?? 'nothing'}, and should as ${should ?? 'nothing'}`,
        );
    }
    return wrong;
  }
}
