/** A question that is being written: its text, what it is about, its files, and whether the web takes part. */
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
import { useWebSearch } from './use-web-search';

export interface ContextItem {
  kind: (typeof CONTEXT_KINDS)[number];
  id: string;
  title: string;
  /** of a project: its meetings alone */
  only?: 'meetings';
}

/** The project, if a question is about nothing but one. */
export const onlyProject = (context: readonly ContextItem[]): ContextItem | null =>
  context.length === 1 && context[0]!.kind === 'projects' ? context[0]! : null;

/** A question as it is asked. */
export interface AskedQuestion {
  question: string;
  context: ContextItem[];
  fileIds: string[];
  /** in the order of `fileIds` */
  fileNames?: string[];
  /** those that the server does not have, or may no longer have when the question arrives */
  files?: { id: string; file: File; name: string }[];
  usesWeb: boolean;
}

/** False once the file on the person's disk was changed or deleted. */
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
 * Whether the web takes part: as the person has switched it, unless the organization has no search service (`missing`)
 * or the project that the question is about excludes the web (`project`).
 */
export type WebPart = 'on' | 'off' | 'missing' | 'project';

interface DraftOptions {
  text?: string;
  /** of the chat; '' outside projects */
  projectId?: string;
  /** what the question before is about: this one is, too, until the person chooses something else */
  before?: readonly ContextItem[];
}

export function useDraft({ text = '', projectId = '', before = NO_CONTEXT }: DraftOptions = {}) {
  const typed = useComposedText(text);
  const latestText = useRef(typed.text);
  useBeforePaint(() => {
    latestText.current = typed.text;
  });
  /** null: as before */
  const [own, setOwn] = useState<readonly ContextItem[] | null>(null);
  const chosen = own ?? before;
  const setChosen = (change: (list: readonly ContextItem[]) => readonly ContextItem[]): void =>
    setOwn((list) => change(list ?? before));
  const [usesWeb, setUsesWeb] = useState(true);
  const search = useWebSearch();
  const [notice, setNotice] = useState('');
  const { t } = useTranslation(['ask', 'errors']);
  const [attachments] = useState(() => new Attachments());
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
    /** adds it, unless it is there or there are as many as there may be */
    addContext: (item: ContextItem): void =>
      setChosen((list) =>
        list.length >= LIMITS.questionContext.max || list.some(({ id }) => id === item.id)
          ? list
          : [...list, { ...item, title: item.title.slice(0, 300) }],
      ),
    removeContext: (id: string): void => setChosen((list) => list.filter((each) => each.id !== id)),
    clearContext: (): void => setChosen(() => NO_CONTEXT),
    /** actions of the composer, which sets them */
    composer,
    openPicker: (): void => composer.current?.openPicker(),
    ask: (): void => composer.current?.ask(),
    web,
    setUsesWeb,
    /** the project that the question is about; null for none, or several */
    project,
    files,
    attachments,
    /** attaches files, as many as there may be */
    attach,
    /** those without a name get one */
    attachPasted: (added: readonly File[]): void => attach(pastedFiles(added, t('ask:files.screenshot'), new Date())),
    /** shows why a question was not asked */
    fail: (error: unknown): void => setNotice(errorText(t, error)),
    /** why the last step was not taken, '' for none */
    notice,
    setNotice,
    isOnline,
    /** UTF-16 units beyond the longest question */
    excess: Math.max(0, typed.text.trim().length - LIMITS.question.max),
    /** Files that the server has not yet are given as bytes; offline, all: the server has them for a week. */
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
    /** after this was asked; what was typed and attached since, and what the next question is about, stays */
    clear: (asked: { text: string; keys: readonly number[] }): void => {
      if (latestText.current === asked.text) typed.change('');
      attachments.release(asked.keys);
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
