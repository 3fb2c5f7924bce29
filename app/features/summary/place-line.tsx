import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { MomentMark } from './moment-mark';
import type { PlaceOf } from './moments';

/** most UTF-16 units of a passage in a list */
const SHOWN_MAX = 280;

/** A passage of the transcript or a typed line, with its speaker or author and a link to it. */
export function PlaceLine({
  meetingId,
  placeId,
  text,
  placeOf,
}: {
  meetingId: string;
  placeId: string;
  /** part of the passage to show; all by default */
  text?: string;
  placeOf: PlaceOf;
}) {
  const { t } = useTranslation('summary');
  const place = placeOf(placeId);
  if (!place) return null;
  const words = text ?? place.text;
  return (
    <p className="text-14 leading-relaxed text-ink">
      {(place.by || place.kind === 'segment') && (
        <span className="text-ink-muted">{place.by || t('speaker.unknown')}: </span>
      )}
      <Written text={words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX)}…` : words} />
      <MomentMark meetingId={meetingId} placeId={placeId} quote={words.slice(0, SHOWN_MAX)} placeOf={placeOf} />
    </p>
  );
}
