import { Pencil, Undo2 } from 'lucide-react';
import { memo, useEffect, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentActions } from './moment-actions';
import { rangesOf } from '~/features/search-anchor/anchor';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { reportFailure } from '~/features/failures/report-failure';
import { clockText } from '~/features/recorder/format';
import { run } from '~/replica/client';
import { Avatar } from '~/ui/data/avatar';
import { Button } from '~/ui/controls/button';
import { isComposing } from '~/ui/controls/composing';
import { cx } from '~/ui/cx';
import { whenIdle } from '~/ui/when-idle';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { LIMITS } from '../../../sync/model/limits';
import type { Participant } from '../../../sync/model/participants';
import type { Segment } from '../../../sync/model/kinds/transcripts';

/** Actions of a row. The same object for all rows and renderings, so that scrolling renders only new rows. */
export interface RowActions {
  seek(segment: Segment): void;
  /** assigns this segment and the following ones of the same speaker to another one */
  split(segment: Segment, participantId: string): void;
  manageSpeakers(): void;
  showHistory(segment: Segment): void;
}

export interface TranscriptRowProps {
  meetingId: string;
  segment: Segment;
  participant: Participant | null;
  participants: readonly Participant[];
  /** milliseconds on the joint time line, -1 if unknown */
  at: number;
  isCurrent: boolean;
  /** whether it is the target of a search result */
  isTarget: boolean;
  /** words to highlight in its text */
  words: readonly string[];
  /** language of the segment, as an attribute */
  lang: string | undefined;
  writable: boolean;
  /** whether its text or speaker was corrected */
  hasHistory: boolean;
  /** address of this moment, '' without a recording */
  link: string;
  actions: RowActions;
}

/** width of one action, in rem */
const ACTION_REM = 1.75;
/** Whether actions appear on hover; otherwise they are always visible. */
const canHover = (): boolean => typeof matchMedia === 'function' && matchMedia('(hover: hover)').matches;

/** prefix of ids of menu entries that assign this and all following segments */
const SPLIT = 'from-here:';

/** One segment: speaker, time, text. */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const {
    meetingId,
    segment,
    participant,
    participants,
    at,
    isCurrent,
    isTarget,
    words,
    lang,
    writable,
    hasHistory,
    link,
    actions,
  } = props;
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [editing, setEditing] = useState(false);
  // the actions are most of a row's cost: rendered on hover or when idle, so that scrolling past stays fast
  const [hasActions, setHasActions] = useState(() => !canHover());
  const showActions = (): void => setHasActions(true);
  useEffect(() => (hasActions ? undefined : whenIdle(() => setHasActions(true))), [hasActions]);
  const text = words.length ? (
    <HighlightedRanges text={segment.text} ranges={rangesOf(segment.text, words)} />
  ) : (
    segment.text
  );
  const name = participant?.name || t('meeting:speaker.unknown');
  const corrected = Boolean(segment.original) && segment.original !== segment.text;
  const act = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const assign = (id: string): void => {
    if (id === 'manage') actions.manageSpeakers();
    else if (id.startsWith(SPLIT)) actions.split(segment, id.slice(SPLIT.length));
    else void act(run('transcript.assign', { meetingId, segmentId: segment.id, participantId: id }));
  };
  const hasMoment = Boolean(link) && at >= 0;
  const actionCount = (hasMoment ? 2 : 0) + (writable ? 1 + Number(corrected) + Number(hasMoment) : 0);
  return (
    <article
      aria-current={isCurrent || undefined}
      data-segment={segment.id}
      data-found={isTarget || undefined}
      onPointerEnter={showActions}
      onFocus={showActions}
      className={cx(
        'group/segment relative flex gap-3 rounded-control px-3 py-2 transition-colors',
        isCurrent ? 'bg-accent-tint' : isTarget && 'bg-sunken',
      )}
    >
      <Avatar name={name} size={24} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div
          // on a narrow screen the actions are beside this line, so that the text has the full width
          style={{ '--actions': `${actionCount * ACTION_REM}rem` } as CSSProperties}
          className="flex flex-wrap items-center gap-x-2 text-12 text-ink-muted max-sm:pr-[var(--actions)]"
        >
          {writable ? (
            <MenuButton
              label={t('meeting:speaker.assign')}
              placement="bottom start"
              trigger={
                <Button size="small" variant="quiet" className="-ml-2 min-h-6! px-2! py-0! text-ink-strong">
                  {name}
                </Button>
              }
              items={[
                {
                  id: 'people',
                  title: t('meeting:speaker.assign'),
                  entries: participants.map((p) => ({ id: p.id, label: p.name, isSelected: p.id === participant?.id })),
                },
                {
                  id: 'split',
                  title: t('meeting:speaker.fromHere'),
                  entries: participant
                    ? participants
                        .filter((p) => p.id !== participant.id)
                        .map((p) => ({ id: SPLIT + p.id, label: p.name }))
                    : [],
                },
                { id: 'more', entries: [{ id: 'manage', label: t('meeting:speaker.manage') }] },
              ].filter((g) => g.entries.length)}
              onAction={assign}
            />
          ) : (
            <span className="font-medium text-ink-strong">{name}</span>
          )}
          {at >= 0 && (
            <button
              type="button"
              className="focus-ring tabular min-h-6 rounded-control px-1 hover:bg-hover"
              onClick={() => actions.seek(segment)}
              aria-label={t('meeting:transcript.playFrom', { time: clockText(at) })}
            >
              {clockText(at)}
            </button>
          )}
          {(corrected || hasHistory) && (
            <button
              type="button"
              className="focus-ring min-h-6 rounded-control px-1 hover:bg-hover"
              aria-haspopup="dialog"
              title={t('meeting:history.title')}
              onClick={() => actions.showHistory(segment)}
            >
              {t('meeting:transcript.corrected')}
            </button>
          )}
        </div>
        {editing ? (
          <SegmentEditor meetingId={meetingId} segment={segment} lang={lang} onClose={() => setEditing(false)} />
        ) : at >= 0 ? (
          // a click on the text starts playback; the time above does the same by keyboard
          <p
            lang={lang}
            className="cursor-pointer text-14 leading-relaxed text-ink"
            onClick={() => {
              if (!window.getSelection()?.toString()) actions.seek(segment);
            }}
          >
            {text}
          </p>
        ) : (
          <p lang={lang} className="text-14 leading-relaxed text-ink">
            {text}
          </p>
        )}
      </div>
      {actionCount > 0 && !editing && (
        <div
          // reserves the width, so that the text does not reflow when actions appear
          style={{ minWidth: `${actionCount * ACTION_REM}rem` }}
          className="flex shrink-0 items-start justify-end max-sm:absolute max-sm:top-1 max-sm:right-2 opacity-0 transition-opacity focus-within:opacity-100 group-hover/segment:opacity-100 [@media(hover:none)]:opacity-100"
        >
          {hasActions && hasMoment && (
            <MomentActions noteOf={writable ? meetingId : ''} segment={segment} name={name} at={at} link={link} />
          )}
          {hasActions && writable && corrected && (
            <IconButton
              label={t('meeting:transcript.revert')}
              size="small"
              icon={<Undo2 aria-hidden size={14} />}
              onPress={() =>
                void act(run('transcript.correct', { meetingId, segmentId: segment.id, text: segment.original }))
              }
            />
          )}
          {hasActions && writable && (
            <IconButton
              label={t('meeting:transcript.correct')}
              size="small"
              icon={<Pencil aria-hidden size={14} />}
              onPress={() => setEditing(true)}
            />
          )}
        </div>
      )}
    </article>
  );
});

function SegmentEditor({
  meetingId,
  segment,
  lang,
  onClose,
}: {
  meetingId: string;
  segment: Segment;
  lang: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const [text, setText] = useState(segment.text);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (text.trim() === segment.text) return onClose();
    setBusy(true);
    try {
      await run('transcript.correct', { meetingId, segmentId: segment.id, text: text.trim() });
      onClose();
    } catch (error) {
      reportFailure(t, error);
      setBusy(false);
    }
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    // Enter and Escape belong to the input method during a composition
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <textarea
        autoComplete="off"
        lang={lang}
        autoFocus
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        rows={Math.min(10, Math.max(2, Math.ceil(text.length / 60)))}
        value={text}
        maxLength={LIMITS.segmentText.max}
        aria-label={t('meeting:transcript.correct')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-full resize-y rounded-control border border-line-strong bg-raised px-2 py-1.5 text-14 leading-relaxed outline-none focus:border-accent focus:outline-2 focus:outline-solid focus:-outline-offset-1 focus:outline-accent"
      />
      <div className="flex gap-2">
        <Button size="small" variant="primary" isLoading={busy} onPress={() => void save()}>
          {t('common:save')}
        </Button>
        <Button size="small" onPress={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}
