/** What people do with what they see, and how it goes into the ledger. */
import * as Y from 'yjs';
import type { OpenText } from '../../../sync/engine/api';
import type { CollectionName, Doc } from '../../../sync/model/registry';
import { typed } from '../typing';
import type { FuzzDevice } from './fuzz-device';
import type { Ledger } from './ledger';
import type { Choices } from './random';

export interface Act { says: string; run: () => Promise<unknown> }
interface Editor { text: OpenText; doc: Y.Doc }

export class People {
  private words = 0;
  private readonly editors = new Map<FuzzDevice, Map<string, Editor>>();

  constructor(private readonly choices: Choices, private readonly ledger: Ledger, private readonly ids: readonly string[], private readonly companyId: string, private readonly names: readonly CollectionName[]) {}

  /** A project with a note for everybody to begin with. */
  async found(device: FuzzDevice): Promise<void> {
    const { id } = await device.api.run('project.create', { title: 'Everybody’s' });
    await device.api.run('project.contributors', { id, userIds: this.ids.filter((p) => p !== device.who), departmentIds: [] });
    const note = await device.api.run('note.create', { projectId: id, title: 'Common' });
    this.ledger.put(note.id, id);
  }

  private word(): string { return `w${(this.words += 1)}x`; }

  private async edited<N extends CollectionName>(device: FuzzDevice, collection: N, doc: Doc<N>, field: string, value: string, run: () => Promise<unknown>): Promise<void> {
    const entry = this.ledger.edit({ device: device.name, collection, id: doc.id, field, value, before: (doc as Record<string, unknown>)[field] });
    const life = device.lives;
    await run();
    entry.done = device.lives === life;
  }

  async decide(device: FuzzDevice): Promise<Act | null> {
    const projects = await device.find('projects');
    const notes = await device.find('notes');
    const meetings = this.names.includes('meetings') ? await device.find('meetings') : [];
    const can = <T extends { abilities: string[] }>(list: T[], ability: string): T | undefined => { const fit = list.filter((d) => d.abilities.includes(ability)); return fit.length > 0 ? this.choices.pick(fit) : undefined; };
    switch (this.choices.weighted({ type: 24, rename: 12, project: 12, describe: 6, noteNew: 12, projectNew: 4, move: 7, share: 8, contributors: 6, noteDelete: 4, projectDelete: 2, meetingNew: 4, meeting: 8, participant: 4 })) {
      case 'type': return this.typing(device, can(await device.find('noteContents'), 'update'));
      case 'rename': return this.rename(device, 'notes', can(notes, 'update'));
      case 'project': return this.rename(device, 'projects', can(projects, 'update'));
      case 'describe': return this.describe(device, can(projects, 'update'));
      case 'noteNew': return this.noteNew(device, can(projects, 'addNote'));
      case 'projectNew': return this.projectNew(device);
      case 'move': return this.move(device, can(notes, 'move'), can(projects, 'addNote'));
      case 'share': return this.share(device, can(projects, 'share'));
      case 'contributors': return this.contributors(device, can(projects, 'manage'));
      case 'noteDelete': return this.noteDelete(device, can(notes, 'delete'));
      case 'projectDelete': return projects.length > 1 ? this.projectDelete(device, can(projects, 'delete')) : null;
      case 'meetingNew': return this.meetingNew(device, can(projects, 'addMeeting'));
      case 'meeting': return this.choices.chance(0.3) ? this.meetingMove(device, can(meetings, 'move'), can(projects, 'addMeeting')) : this.rename(device, 'meetings', can(meetings, 'update'));
      case 'participant': return this.participant(device, can(meetings, 'update'));
    }
  }

  private rename(device: FuzzDevice, collection: 'notes' | 'projects' | 'meetings', doc: Doc<'notes' | 'projects' | 'meetings'> | undefined): Act | null {
    if (!doc) return null;
    const title = this.word();
    const command = ({ notes: 'note.rename', projects: 'project.update', meetings: 'meeting.update' } as const)[collection];
    return { says: `names ${collection}/${doc.id} ${title}, was ${doc.title}`, run: () => this.edited(device, collection, doc as never, 'title', title, () => device.api.run(command, { id: doc.id, title })) };
  }

  private describe(device: FuzzDevice, doc: Doc<'projects'> | undefined): Act | null {
    if (!doc) return null;
    const field = this.choices.pick(['description', 'instructions'] as const);
    const value = this.word();
    return { says: `${field} of projects/${doc.id} ${value}`, run: () => this.edited(device, 'projects', doc, field, value, () => device.api.run('project.update', { id: doc.id, [field]: value })) };
  }

  private projectNew(device: FuzzDevice): Act {
    const title = this.word();
    const id = `p${title}${this.companyId}`;
    return { says: `makes projects/${id}`, run: () => this.edited(device, 'projects', { id } as never, 'title', title, () => device.api.run('project.create', { title, id })) };
  }

  private noteNew(device: FuzzDevice, project: Doc<'projects'> | undefined): Act | null {
    if (!project) return null;
    const title = this.word();
    const id = `n${title}${this.companyId}`;
    this.ledger.put(id, project.id);
    return { says: `makes notes/${id} in ${project.id}`, run: () => this.edited(device, 'notes', { id } as never, 'title', title, () => device.api.run('note.create', { projectId: project.id, title, id })) };
  }

  private meetingNew(device: FuzzDevice, project: Doc<'projects'> | undefined): Act | null {
    if (!this.names.includes('meetings')) return null;
    const title = this.word();
    const id = `m${title}${this.companyId}`;
    const projectId = project && this.choices.chance(0.7) ? project.id : '';
    this.ledger.put(id, projectId);
    return { says: `makes meetings/${id} in ${projectId || 'no project'}`, run: () => this.edited(device, 'meetings', { id } as never, 'title', title, () => device.api.run('meeting.create', { projectId, title, type: 'record', language: 'en', id })) };
  }

  private participant(device: FuzzDevice, meeting: Doc<'meetings'> | undefined): Act | null {
    if (!meeting) return null;
    const name = this.word();
    return { says: `adds ${name} to meetings/${meeting.id}`, run: () => device.api.run('meeting.addParticipant', { id: meeting.id, name }) };
  }

  private move(device: FuzzDevice, note: Doc<'notes'> | undefined, project: Doc<'projects'> | undefined): Act | null {
    if (!note || !project) return null;
    this.ledger.put(note.id, project.id);
    return { says: `moves notes/${note.id} to ${project.id}`, run: () => device.api.run('note.move', { id: note.id, projectId: project.id }) };
  }

  private meetingMove(device: FuzzDevice, meeting: Doc<'meetings'> | undefined, project: Doc<'projects'> | undefined): Act | null {
    if (!meeting) return null;
    const projectId = project?.id ?? '';
    this.ledger.put(meeting.id, projectId);
    return { says: `moves meetings/${meeting.id} to ${projectId}`, run: () => device.api.run('meeting.update', { id: meeting.id, projectId }) };
  }

  private share(device: FuzzDevice, project: Doc<'projects'> | undefined): Act | null {
    if (!project) return null;
    const shareRange = this.choices.pick(['private', 'team', 'company', 'customize'] as const);
    const departmentIds = shareRange === 'team' ? [`${this.companyId}-${this.choices.pick(['top', 'child', 'side'])}`] : [];
    const userIds = shareRange === 'customize' ? this.choices.some(this.ids) : [];
    return { says: `shares projects/${project.id}: ${shareRange} ${[...userIds, ...departmentIds].join(' ')}`, run: () => device.api.run('project.share', { id: project.id, shareRange, userIds, departmentIds }) };
  }

  private contributors(device: FuzzDevice, project: Doc<'projects'> | undefined): Act | null {
    if (!project) return null;
    const userIds = this.choices.some(this.ids.filter((id) => id !== project.ownerId), 0.6);
    return { says: `contributors of projects/${project.id}: ${userIds.join(' ')}`, run: () => device.api.run('project.contributors', { id: project.id, userIds, departmentIds: [] }) };
  }

  /** What is seen of documents, as the ledger's judge asks for it. */
  private seen(collection: string, docs: readonly { id: string }[]): string[] {
    return docs.flatMap((doc) => ['title', 'description', 'instructions'].map((field) => `${collection}/${doc.id}/${field}/${String((doc as Record<string, unknown>)[field])}`));
  }

  private async removed(removal: { refused: boolean }, done: Promise<unknown>): Promise<void> {
    try { await done; } catch (error) { removal.refused = true; throw error; }
  }

  private noteDelete(device: FuzzDevice, note: Doc<'notes'> | undefined): Act | null {
    if (!note) return null;
    const removal = { device: device.name, project: false, id: note.id, seen: new Set(this.seen('notes', [note])), refused: false };
    this.ledger.remove(removal);
    return { says: `deletes notes/${note.id}`, run: () => this.removed(removal, device.api.run('note.delete', { id: note.id })) };
  }

  private projectDelete(device: FuzzDevice, project: Doc<'projects'> | undefined): Act | null {
    if (!project) return null;
    const removal = { device: device.name, project: true, id: project.id, seen: new Set(this.seen('projects', [project])), refused: false };
    this.ledger.remove(removal);
    return { says: `deletes projects/${project.id}`, run: () => this.removed(removal, device.api.run('project.delete', { id: project.id })) };
  }

  private typing(device: FuzzDevice, content: Doc<'noteContents'> | undefined): Act | null {
    if (!content) return null;
    const word = this.word();
    return { says: `types ${word} into ${content.id}`, run: async () => {
      const life = device.lives;
      const editor = await this.editor(device, content.id);
      if (!editor.text.writable) return;
      const entry = this.ledger.type({ device: device.name, contentId: content.id, word });
      const { update } = typed(Y.encodeStateAsUpdate(editor.doc), `${word} `);
      Y.applyUpdate(editor.doc, update);
      await editor.text.append(update);
      if (device.lives !== life) return;
      entry.done = true;
      const then = this.choices.weighted({ goesOn: 4, folds: 3, closes: 3 });
      if (then === 'folds') await editor.text.fold();
      if (then === 'closes') { this.editors.get(device)?.delete(content.id); await editor.text.close(); }
    } };
  }

  private async editor(device: FuzzDevice, contentId: string): Promise<Editor> {
    const of = this.editorsOf(device);
    const known = of.get(contentId);
    if (known) return known;
    const doc = new Y.Doc();
    const text = await device.api.openText(contentId, (update) => Y.applyUpdate(doc, update));
    Y.applyUpdate(doc, text.state);
    const editor = { text, doc };
    of.set(contentId, editor);
    return editor;
  }

  /** A killed process takes its editors along. */
  private editorsOf(device: FuzzDevice): Map<string, Editor> {
    let of = this.editors.get(device);
    if (!of) this.editors.set(device, (of = new Map()));
    return of;
  }

  forget(device: FuzzDevice): void {
    this.editors.delete(device);
  }

  async closeTexts(device: FuzzDevice): Promise<void> {
    for (const { text } of this.editorsOf(device).values()) await text.close();
    this.forget(device);
  }

}
