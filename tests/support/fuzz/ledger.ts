/**
 * Everything that people did and Satchel confirmed, and the question whether it is still there. An edit may be gone only because somebody
 * who saw it changed it further or deleted the document, or because it lies in the conflict inbox or under "needs attention". Who made
 * an edit and deleted the document on the same device has thrown the edit away: should the server refuse the deletion, the document comes
 * back as the server has it.
 */
import type { AttentionItem, KeptSide } from '../../../sync/engine/device/database';
import type { CollectionName } from '../../../sync/model/registry';

interface Edit { device: string; collection: CollectionName; id: string; field: string; value: string; /** what stood there for the person who changed it */ before: unknown; done: boolean }
interface Typing { device: string; contentId: string; word: string; done: boolean }
interface Removal { device: string; /** of a project: everything in it goes */ project: boolean; id: string; /** what the person saw, by collection, id and field */ seen: Set<string>; /** it was not done */ refused?: boolean; /** words the person had typed on that device before */ typed?: Set<string> }

/** What stands at the end. */
export interface Standing {
  /** on the server, deleted ones too */
  docs: Map<string, { deleted: boolean; data: Record<string, unknown> }>;
  textOf(contentId: string): string;
  kept: KeptSide[];
  attention: AttentionItem[];
  attentionText(item: AttentionItem): string;
}

const place = (collection: string, id: string): string => `${collection}/${id}`;

export class Ledger {
  readonly edits: Edit[] = [];
  readonly typings: Typing[] = [];
  readonly removals: Removal[] = [];
  /** every project a document was ever put into */
  private readonly projects = new Map<string, Set<string>>();

  /** An edit is begun; call the answer when it is confirmed. */
  edit(edit: Omit<Edit, 'done'>): Edit {
    const entry = { ...edit, done: false };
    this.edits.push(entry);
    return entry;
  }

  type(typing: Omit<Typing, 'done'>): Typing {
    const entry = { ...typing, done: false };
    this.typings.push(entry);
    return entry;
  }

  remove(removal: Removal): void {
    removal.typed = new Set(this.typings.filter((t) => t.done && t.device === removal.device).map((t) => t.word));
    this.removals.push(removal);
  }

  put(id: string, projectId: string): void {
    const of = this.projects.get(id) ?? new Set();
    this.projects.set(id, of.add(projectId));
  }

  /** What is lost, in words. */
  judge(standing: Standing): string[] {
    return [...this.edits.filter((e) => e.done).flatMap((e) => this.judgeEdit(e, standing)), ...this.typings.filter((t) => t.done).flatMap((t) => this.judgeTyping(t, standing))];
  }

  private inRemovedProject(id: string): boolean {
    return this.removals.some((r) => r.project && (r.id === id || this.projects.get(id)?.has(r.id)));
  }

  private judgeEdit(edit: Edit, standing: Standing): string[] {
    const { collection, id, field, value } = edit;
    const doc = standing.docs.get(place(collection, id));
    if (doc && !doc.deleted && doc.data[field] === value) return [];
    if (this.edits.some((other) => other !== edit && other.collection === collection && other.id === id && other.field === field && other.before === value)) return [];
    if (standing.kept.some((k) => k.documentId === id && k.field === field && (k.mine === value || k.theirs === value))) return [];
    if (standing.attention.some((a) => a.documentId === id && a.content[field] === value)) return [];
    const key = `${place(collection, id)}/${field}/${value}`;
    if ((!doc || doc.deleted) && (this.inRemovedProject(id) || this.removals.some((r) => r.seen.has(key)))) return [];
    if (this.removals.some((r) => r.device === edit.device && !r.refused && r.seen.has(key))) return [];
    return [`${edit.device} set ${field} of ${place(collection, id)} to ${value}; it is ${doc ? `${String(doc.data[field])}${doc.deleted ? ', deleted' : ''}` : 'not on the server'} and nobody knows of it`];
  }

  private judgeTyping(typing: Typing, standing: Standing): string[] {
    const { contentId, word } = typing;
    const doc = standing.docs.get(place('noteContents', contentId));
    if (doc && !doc.deleted && standing.textOf(contentId).includes(word)) return [];
    if (standing.attention.some((a) => a.documentId === contentId && a.collection === 'noteContents' && standing.attentionText(a).includes(word))) return [];
    const owner = contentId.replace(/^mn_/, '');
    if ((!doc || doc.deleted) && (this.inRemovedProject(owner) || this.removals.some((r) => r.id === owner))) return [];
    if (this.removals.some((r) => r.device === typing.device && !r.refused && r.id === owner && r.typed?.has(word))) return [];
    return [`${typing.device} typed ${word} into ${contentId}; the text is ${doc ? `${standing.textOf(contentId)}${doc.deleted ? ' (deleted)' : ''}` : 'not on the server'}`];
  }
}
