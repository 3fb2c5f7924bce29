import { Bookmark, NotebookPen, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import { TextField } from '~/ui/controls/field';
import { cx } from '~/ui/cx';
import { LIMITS } from '../../../sync/model/limits';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';

export interface MomentLineProps {
  meetingId: string;
  moment: MeetingMoment;
  /** milliseconds on the joint time line of all recordings */
  at: number;
  /** the person who made it, '' for oneself */
  author: string;
  /** made by this person, or the meeting is theirs */
  writable: boolean;
  /** a search result, or a mark of the summary, leads here */
  isTarget?: boolean;
  /** plays from there; none while it is recorded */
  onSeek?: () => void;
}

/** A bookmark or a line of notes with its moment. */
export function MomentLine({ meetingId, moment, at, author, writable, isTarget = false, onSeek }: MomentLineProps) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [text, setText] = useState<string | null>(null);
  const Icon = moment.kind === 'bookmark' ? Bookmark : NotebookPen;
  const time = clockText(at);
  const failed = (error: unknown): void => {
    reportFailure(t, error);
  };
  const save = (): void => {
    if (text === null) return;
    if (text.trim() !== moment.text)
      void run('moment.change', { id: meetingId, momentId: moment.id, text }).catch(failed);
    setText(null);
  };
  return (
    <div
      data-moment={moment.kind}
      data-found={isTarget || undefined}
      className={cx('group/moment flex min-h-8 items-center gap-2 rounded-control text-13', isTarget && 'bg-sunken')}
    >
      <Icon aria-label={t(`meeting:moments.${moment.kind}`)} size={14} className="shrink-0 text-accent" />
      {onSeek ? (
        <button
          type="button"
          className="focus-ring tabular min-h-6 rounded-control px-1 text-ink-muted hover:bg-hover"
          aria-label={t('meeting:transcript.playFrom', { time })}
          onClick={onSeek}
        >
          {time}
        </button>
      ) : (
        <span className="tabular px-1 text-ink-muted">{time}</span>
      )}
      {text !== null ? (
        <form
          className="min-w-0 flex-1"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField
            autoFocus
            aria-label={t('meeting:moments.word', { time })}
            maxLength={LIMITS.momentText.max}
            value={text}
            onChange={setText}
            onBlur={save}
          />
        </form>
      ) : writable ? (
        <button
          type="button"
          className="focus-ring min-h-6 min-w-0 flex-1 rounded-control px-1 text-left wrap-anywhere hover:bg-hover"
          onClick={() => setText(moment.text)}
        >
          {moment.text || <span className="text-ink-faint">{t('meeting:moments.addWord')}</span>}
        </button>
      ) : (
        <span className="min-w-0 flex-1 px-1 wrap-anywhere">{moment.text}</span>
      )}
      {author && <span className="shrink-0 text-12 text-ink-muted">{author}</span>}
      {writable && (
        <IconButton
          size="small"
          label={t('meeting:moments.remove', { time })}
          icon={<X aria-hidden size={14} />}
          onPress={() => void run('moment.remove', { id: meetingId, momentId: moment.id }).catch(failed)}
        />
      )}
    </div>
  );
}
