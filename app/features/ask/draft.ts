/** A question that is being written: its text, context, files, and whether the web is searched. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pastedFiles } from '~/features/files/names';
import { errorText } from '~/features/failures/error-text';
import { useQuery, useStatus } from '~/replica/hooks';
import { useBeforePaint } from '~/ui/controls/early-input';
import { useComposedText } from '~/ui/controls/use-composed-text';
import type { CONTEXT_KINDS } from '../../../sync/model/kinds/turns';
import { cleanFileName } from '../../../sync/model/file-name';
import { LIMITS } from '../../../sync/model/limits';
import { wellFormed } from '../../../sync/model/text';
import { Attachments, type Attachment } from './attachments';
import type { ReturnedQuestion } from './returned-question';
import { useWebSearch } from './use-web-search';

export interface ContextItem {
  kind: (typeof CONTEXT_KINDS)[number];
  id: string;
  title: string;
  /** of a project: only its meetings */
  only?: 'meetings';
}

/** The project, if the context of a question is one project and nothing else; otherwise null. */
export const onlyProject = (context: readonly ContextItem[]): ContextItem | null =>
  context.length === 1 && context[0]!.kind === 'projects' ? context[0]! : null;

/** The input of the commands that ask a question. */
export interface AskedQuestion {
  question: string;
  context: ContextItem[];
  fileIds: string[];
  /** in the order of `fileIds` */
  fileNames?: string[];
  /** files that the server does not have, or may have deleted when the question arrives */
  files?: { id: string; file: File; name: string }[];
  usesWeb: boolean;
}

/** Whether the file on the person's disk is still there and unchanged. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const NO_FILES: readonly Attachment[] = [];
const NO_CONTEXT: readonly ContextItem[] = [];

/**
 * Whether the web is searched: the choice of the person (`on`, `off`), unless the organization has no search service
 * (`missing`) or the project of the question excludes the web (`project`).
 */
export type WebPart = 'on' | 'off' | 'missing' | 'project';

interface DraftOptions {
  text?: string;
  /** project of the chat; empty outside of projects */
  projectId?: string;
  /** context of the previous question, which this one takes over until the person changes it */
  before?: readonly ContextItem[];
  /** begins with a question that was taken back */
  returned?: ReturnedQuestion | undefined;
}

export function useDraft({ text = '', projectId = '', before = NO_CONTEXT, returned }: DraftOptions = {}) {
  const typed = useComposedText(returned?.question ?? text);
  const latestText = useRef(typed.text);
  useBeforePaint(() => {
    latestText.current = typed.text;
  });
  /** null: the context of the previous question */
  const [own, setOwn] = useState<readonly ContextItem[] | null>(returned?.context ?? null);
  const chosen = own ?? before;
  const setChosen = (change: (list: readonly ContextItem[]) => readonly ContextItem[]): void =>
    setOwn((list) => change(list ?? before));
  const [usesWeb, setUsesWeb] = useState(returned?.usesWeb ?? true);
  const search = useWebSearch();
  const [notice, setNotice] = useState('');
  const { t } = useTranslation(['ask', 'errors']);
  const [attachments] = useState(() => {
    const list = new Attachments();
    list.add(returned?.files ?? []);
    return list;
  });
  const files = useSyncExternalStore(attachments.subscribe, attachments.get, () => NO_FILES);
  const isOnline = useStatus().connection.state === 'online';
  useEffect(() => attachments.setOnline(isOnline), [attachments, isOnline]);
  useEffect(() => attachments.show(), [attachments]);
  const only = onlyProject(chosen)?.id ?? projectId;
  const project = useQuery(only ? { kind: 'one', collection: 'projects', id: only } : null) ?? null;
  const web: WebPart =
    project?.webSearchEnabled === false ? 'project' : search === 'missing' ? 'missing' : usesWeb ? 'on' : 'off';
  const composer = useRef<{ openPicker: () => void; ask: () => void } | null>(null);
  const attach = (added: readonly File[]): void => {
    if (added.length === 0) return;
    const left = attachments.add(added);
    setNotice(left > 0 ? t('ask:files.tooMany', { max: LIMITS.questionFiles.max }) : '');
  };
  return {
    ...typed,
    context: chosen,
    /** adds a document, unless it is there or the maximum number is reached */
    addContext: (item: ContextItem): void =>
      setChosen((list) =>
        list.length >= LIMITS.questionContext.max || list.some(({ id }) => id === item.id)
          ? list
          : [...list, { ...item, title: item.title.slice(0, 300) }],
      ),
    removeContext: (id: string): void => setChosen((list) => list.filter((each) => each.id !== id)),
    clearContext: (): void => setChosen(() => NO_CONTEXT),
    /** actions of the composer, set by the composer */
    composer,
    openPicker: (): void => composer.current?.openPicker(),
    ask: (): void => composer.current?.ask(),
    web,
    setUsesWeb,
    /** the only project of the question; null for none, or several */
    project,
    files,
    attachments,
    /** attaches files up to the maximum number */
    attach,
    /** attaches pasted files; those without a name get one */
    attachPasted: (added: readonly File[]): void => attach(pastedFiles(added, t('ask:files.screenshot'), new Date())),
    /** shows the reason why a question was not asked */
    fail: (error: unknown): void => setNotice(errorText(t, error)),
    /** the reason why the last action was refused; empty for none */
    notice,
    setNotice,
    isOnline,
    /** number of UTF-16 units above the maximum length of a question */
    excess: Math.max(0, typed.text.trim().length - LIMITS.question.max),
    /**
     * Files that the server does not have are given as bytes. Offline all files are: the server deletes temporary files
     * after a week.
     */
    asked: async (): Promise<AskedQuestion> => {
      const sent: Attachment[] = [];
      const unsent: Attachment[] = [];
      for (const each of attachments.get())
        (each.isStored && (isOnline || !(await isReadable(each.file))) ? sent : unsent).push(each);
      return {
        question: typed.text.trim(),
        context: [...chosen],
        fileIds: sent.map(({ id }) => id),
        ...(sent.length > 0
          ? {
              fileNames: sent.map(({ file }) => wellFormed(cleanFileName(file.name).slice(0, LIMITS.contextTitle.max))),
            }
          : {}),
        ...(unsent.length > 0 ? { files: unsent.map(({ id, file }) => ({ id, file, name: file.name })) } : {}),
        usesWeb: web === 'on',
      };
    },
    /** clears what was asked; text and files that were added since then stay, and so does the context */
    clear: (asked: { text: string; keys: readonly number[] }): void => {
      if (latestText.current === asked.text) typed.change('');
      attachments.release(asked.keys);
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
