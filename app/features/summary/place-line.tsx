import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { MomentMark } from './moment-mark';
import type { PlaceOf } from './moments';

/** UTF-16 units of a passage in a list */
const SHOWN_MAX = 280;

/** Words of the transcript with who said them, and the way there. */
export function PlaceLine({
  meetingId,
  segmentId,
  text,
  placeOf,
}: {
  meetingId: string;
  segmentId: string;
  /** part of the segment; all of it by default */
  text?: string;
  placeOf: PlaceOf;
}) {
  const { t } = useTranslation('summary');
  const place = placeOf(segmentId);
  if (!place) return null;
  const words = text ?? place.text;
  return (
    <p className="text-14 leading-relaxed text-ink">
      <span className="text-ink-muted">{place.by || t('speaker.unknown')}: </span>
      <Written text={words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX)}…` : words} />
      <MomentMark meetingId={meetingId} placeId={segmentId} quote={words.slice(0, SHOWN_MAX)} placeOf={placeOf} />
    </p>
  );
}
