import { ClipboardCopy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStoredVersions } from '~/features/note-versions/use-stored-versions';
import { reportFailure } from '~/features/failures/report-failure';
import { useQuery } from '~/replica/hooks';
import { toast } from '~/ui/feedback/toast';
import type { MenuEntry, MenuGroup } from '~/ui/overlays/menu';
import { COPY_FORMATS, copyNote } from './note-files';

/** A file that a text is saved as, or another action that reads the whole text. */
export interface TextAction extends MenuEntry {
  /** may fail; the failure is shown */
  act: () => Promise<void> | void;
}

export interface TextMenu {
  /** of a menu: formats to copy, then `exports` */
  groups: MenuGroup[];
  /** Runs an action of these groups; false if it has another id. */
  act(id: string): boolean;
  /** Runs what reads the text, or says that the text is not on this device. */
  withText(act: () => void): void;
}

/** The part of a menu that copies and exports the text of a note or of a document of a chat. */
export function useTextMenu(
  contentId: string,
  /** saves what is typed in an open editor */
  settle: (() => Promise<void>) | undefined,
  exports: readonly TextAction[],
): TextMenu {
  const { t } = useTranslation(['note', 'errors']);
  const here = useQuery({ kind: 'writable', contentId });
  useStoredVersions(contentId, typeof here === 'boolean');
  const copies: TextAction[] = COPY_FORMATS.map((format) => ({
    id: `copy-${format}`,
    label: t(`note:copy.${format}`),
    icon: <ClipboardCopy size={16} />,
    act: async () => {
      try {
        await settle?.();
        if ((await copyNote(contentId, format)) === 'empty') toast.message(t('note:required.content'));
        else toast.success(t('note:copy.done'));
      } catch {
        toast.error(t('note:copy.failed'), { description: t('note:copy.byHand') });
      }
    },
  }));
  const files = exports.map(({ act, ...entry }): TextAction => ({
    icon: <Download size={16} />,
    ...entry,
    act: async () => {
      try {
        await settle?.();
        await act();
      } catch (error) {
        reportFailure(t, error, { title: t('note:failed.export') });
      }
    },
  }));
  const entriesOf = (actions: readonly TextAction[]): MenuEntry[] => actions.map(({ act: _, ...entry }) => entry);
  const withText = (act: () => void): void => {
    if (here === null) toast.message(t('note:detail.notHere'));
    else act();
  };
  return {
    groups: [
      { id: 'copy', title: t('note:copy.label'), entries: entriesOf(copies) },
      { id: 'export', title: t('note:export.label'), entries: entriesOf(files) },
    ],
    act(id) {
      const chosen = [...copies, ...files].find((each) => each.id === id);
      if (chosen) withText(() => void chosen.act());
      return chosen !== undefined;
    },
    withText,
  };
}
