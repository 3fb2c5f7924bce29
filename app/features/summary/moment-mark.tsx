import { FileText, Play } from 'lucide-react';
import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { stateOf } from '~/features/search-anchor/anchor';
import { usePlayer } from '~/features/meeting/player-context';
import { clockText } from '~/features/recorder/format';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { HoverCard } from '~/ui/overlays/hover-card';
import type { PlaceOf } from './moments';

export interface MomentMarkProps {
  meetingId: string;
  /** id of a segment, bookmark or typed line; '' for a line of the note */
  placeId: string;
  quote: string;
  placeOf: PlaceOf;
}

/**
 * The time of a moment as a button. Opens a card that shows the words, plays the moment, and links to its place: in the
 * transcript, which also shows bookmarks and typed lines (decision 122), or in the notes.
 */
export function MomentMark({ meetingId, placeId, quote, placeOf }: MomentMarkProps) {
  const { t } = useTranslation(['summary', 'meeting']);
  const navigate = useNavigate();
  const player = usePlayer();
  const place = placeId ? placeOf(placeId) : null;
  // the segment was replaced by a new transcription, or the line was removed
  if (placeId && !place) return null;
  const time = !place ? t('summary:moment.note') : place.at < 0 ? t('summary:moment.place') : clockText(place.at);
  const label = t('summary:moment.label', { time });
  const caption = !place
    ? ''
    : [place.by, place.kind === 'segment' ? '' : t(`meeting:moments.${place.kind}`)].filter(Boolean).join(' · ');
  const words = place?.text || quote;
  const open = () =>
    navigate(paths.meeting(meetingId, placeId ? 'transcript' : 'notes'), {
      state: stateOf({ words: quote ? [quote] : [], near: 0, ...(placeId ? { segmentId: placeId } : {}) }),
    });
  return (
    <HoverCard
      label={label}
      className="flex w-[min(22rem,86vw)] flex-col gap-2.5 p-3.5"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={label}
          data-moment={placeId || 'note'}
          className="focus-ring tabular ml-1 inline-flex h-5 items-center rounded-[5px] bg-accent-tint px-1.5 align-baseline text-[0.6875rem] font-medium leading-none text-accent-ink hover:bg-accent hover:text-on-accent aria-expanded:bg-accent aria-expanded:text-on-accent"
        >
          {time}
        </button>
      )}
    >
      {(close) => (
        <>
          {caption && (
            <p className="text-12 font-medium text-ink-muted">
              <Written text={caption} />
            </p>
          )}
          {words && (
            <blockquote className="line-clamp-6 border-l-2 border-line-strong pl-3 text-13 leading-relaxed text-ink">
              <Written text={words} />
            </blockquote>
          )}
          <div className="flex flex-wrap gap-2">
            {place?.recording && (
              <Button
                size="small"
                icon={<Play aria-hidden size={14} />}
                onPress={() => {
                  close();
                  player.seek(place.start, place.recording, true);
                }}
              >
                {t('summary:moment.play')}
              </Button>
            )}
            <Button size="small" variant="quiet" icon={<FileText aria-hidden size={14} />} onPress={open}>
              {t(placeId ? 'summary:moment.transcript' : 'summary:moment.notes')}
            </Button>
          </div>
        </>
      )}
    </HoverCard>
  );
}
