import { Link2, NotebookPen, TextQuote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { reportFailure } from '~/features/failures/report-failure';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { quoteOf } from './quote';

export interface MomentActionsProps {
  /** id of the meeting whose note gets a quote; '' if the person may not edit the note */
  noteOf: string;
  segment: Segment;
  /** name of the speaker */
  name: string;
  /** milliseconds on the joint time line */
  at: number;
  /** address of the moment, without the origin */
  link: string;
}

/** Copies the address of a moment or its words as a quote, or adds the quote to the meeting's notes. */
export function MomentActions({ noteOf, segment, name, at, link }: MomentActionsProps) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const time = clockText(at);
  const copy = async (write: () => Promise<void>): Promise<void> => {
    try {
      await write();
      toast.success(t('common:copied'));
    } catch {
      toast.error(t('meeting:transcript.copyFailed'), { description: t('meeting:transcript.copyFailedHint') });
    }
  };
  const addToNote = async (): Promise<void> => {
    try {
      // loaded lazily, since it imports the editor's document model
      const { appendToNote, plainMarkdown } = await import('./append-to-note');
      const source = plainMarkdown([name, time].filter(Boolean).join(', '));
      await appendToNote(noteOf, `> ${plainMarkdown(segment.text)}\n>\n> [${source}](${location.origin}${link})`);
      toast.success(t('meeting:transcript.quoteAdded'));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const copyQuote = (): Promise<void> => {
    const { text, html } = quoteOf({ words: segment.text, name, time, address: location.origin + link });
    return navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      }),
    ]);
  };
  return (
    <>
      <IconButton
        label={t('meeting:transcript.copyLink', { time })}
        size="small"
        icon={<Link2 aria-hidden size={14} />}
        onPress={() => void copy(() => navigator.clipboard.writeText(location.origin + link))}
      />
      <IconButton
        label={t('meeting:transcript.copyQuote')}
        size="small"
        icon={<TextQuote aria-hidden size={14} />}
        onPress={() => void copy(copyQuote)}
      />
      {noteOf && (
        <IconButton
          label={t('meeting:transcript.addQuote')}
          size="small"
          icon={<NotebookPen aria-hidden size={14} />}
          onPress={() => void addToNote()}
        />
      )}
    </>
  );
}
