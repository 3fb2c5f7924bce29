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
  /** '' for a line of the note */
  segmentId: string;
  quote: string;
  placeOf: PlaceOf;
}

/** The time of a moment, which opens a card with its words, plays it, and leads to its place. */
export function MomentMark({ meetingId, segmentId, quote, placeOf }: MomentMarkProps) {
  const { t } = useTranslation('summary');
  const navigate = useNavigate();
  const player = usePlayer();
  const place = segmentId ? placeOf(segmentId) : null;
  // its segment went with another transcription
  if (segmentId && !place) return null;
  const time = !place ? t('moment.note') : place.at < 0 ? t('moment.place') : clockText(place.at);
  const label = t('moment.label', { time });
  const open = () =>
    navigate(paths.meeting(meetingId, segmentId ? 'transcript' : 'notes'), {
      state: stateOf({ words: [quote], near: 0, ...(segmentId ? { segmentId } : {}) }),
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
          data-moment={segmentId || 'note'}
          className="focus-ring tabular ml-1 inline-flex h-5 items-center rounded-[5px] bg-accent-tint px-1.5 align-baseline text-[0.6875rem] font-medium leading-none text-accent-ink hover:bg-accent hover:text-on-accent aria-expanded:bg-accent aria-expanded:text-on-accent"
        >
          {time}
        </button>
      )}
    >
      {(close) => (
        <>
          {place?.speaker && (
            <p className="text-12 font-medium text-ink-muted">
              <Written text={place.speaker} />
            </p>
          )}
          <blockquote className="line-clamp-6 border-l-2 border-line-strong pl-3 text-13 leading-relaxed text-ink">
            <Written text={place ? place.segment.text : quote} />
          </blockquote>
          <div className="flex flex-wrap gap-2">
            {place?.recording && (
              <Button
                size="small"
                icon={<Play aria-hidden size={14} />}
                onPress={() => {
                  close();
                  player.seek(place.segment.start, place.recording, true);
                }}
              >
                {t('moment.play')}
              </Button>
            )}
            <Button size="small" variant="quiet" icon={<FileText aria-hidden size={14} />} onPress={open}>
              {t(segmentId ? 'moment.transcript' : 'moment.notes')}
            </Button>
          </div>
        </>
      )}
    </HoverCard>
  );
}
