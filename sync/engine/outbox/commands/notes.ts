import { newId, parseSpace } from '../../../model/ids';
import { clean } from '../../../model/text';
import { allowed, checkedFields, create, roleIn, type CommandContext, type Handlers } from './context';
import { removeNote } from './removal';

/** Title of an unnamed note by the account's language; stored in its row. */
const UNTITLED: Record<string, string> = {
  en: 'Untitled',
  zh_hans: '未命名',
  zh_hant: '未命名',
  ja: '無題',
  ko: '제목 없음',
};
const titleOr = ({ account }: CommandContext, title: string): string =>
  clean(title) === '' ? (UNTITLED[account.lang] ?? UNTITLED['en']!) : title;

export const noteCommands: Handlers<'note'> = {
  async 'note.create'(context, { projectId, title, id = newId(context.clock.now()) }) {
    const project = await allowed(context, 'projects', projectId, 'addNote', 'PROJECT_NOT_FOUND');
    const common = { id, space: project.space, creatorId: context.account.userId };
    // the text first: a listed note without a text cannot be opened
    await create(context, 'noteContents', roleIn(project), { ...common, subject: 'note', subjectId: id, state: '' });
    await create(context, 'notes', roleIn(project), {
      ...common,
      projectId,
      title: titleOr(context, title),
      snippet: '',
      type: 'note',
      shareRange: 'project',
      words: 0,
      characters: 0,
      createdAt: context.clock.now(),
    });
    return { id };
  },

  async 'note.rename'(context, { id, title }) {
    await allowed(context, 'notes', id, 'update', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED');
    const checked = checkedFields('notes', { title: titleOr(context, title) });
    await context.documents.change('notes', id, () => checked);
    return null;
  },

  /** The server moves the note into the space that its sharing determines; the device keeps its present space. */
  async 'note.share'(context, { id, shareRange, userIds, linkExpiresAt, linkIndexed }) {
    await allowed(context, 'notes', id, 'share', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED');
    const isPublic = shareRange === 'public';
    const checked = checkedFields('notes', {
      shareRange,
      shareUserIds: [...new Set(userIds)],
      linkExpiresAt: isPublic ? linkExpiresAt : 0,
      linkIndexed: isPublic && linkIndexed,
    });
    await context.documents.change('notes', id, () => checked);
    return null;
  },

  async 'note.move'(context, { id, projectId }) {
    const note = await allowed(context, 'notes', id, 'move', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED');
    const project = await allowed(context, 'projects', projectId, 'addNote', 'PROJECT_NOT_FOUND');
    // a note outside the project's space, private or with its own readers, stays in its space
    if (parseSpace(note.space).kind !== 'project') {
      await context.documents.change('notes', id, () => ({ projectId }));
      return null;
    }
    await context.documents.change('notes', id, () => ({ projectId, space: project.space }));
    if (await context.documents.get('noteContents', id))
      await context.documents.change('noteContents', id, () => ({ space: project.space }));
    return null;
  },

  async 'note.delete'(context, { id }) {
    await removeNote(context, id);
    return null;
  },
};
