import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { useQuery } from '~/replica/hooks';
import { toast } from '~/ui/feedback/toast';
import { meetingNoteId } from '../../../sync/model/ids';
import { appendToNote } from './append-to-note';

export interface AddToNote {
  /** false until the text is on this device: a row may arrive before it */
  isReady: boolean;
  /** Appends Markdown to the note and shows a notice. Resolves to false if it failed, which a notice reports. */
  add(markdown: string): Promise<boolean>;
}

/** Adds parts of a summary or an analysis to the note of a meeting. */
export function useAddToNote(meetingId: string): AddToNote {
  const { t } = useTranslation(['summary', 'errors']);
  const isReady = useQuery({ kind: 'writable', contentId: meetingNoteId(meetingId) }) === true;
  const add = async (markdown: string): Promise<boolean> => {
    try {
      await appendToNote(meetingId, markdown);
    } catch (error) {
      reportFailure(t, error);
      return false;
    }
    toast.success(t('summary:items.added'));
    return true;
  };
  return { isReady, add };
}
