import { Square, Volume2 } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '~/ui/controls/icon-button';
import type { Participant } from '../../../sync/model/participants';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { usePlayer, usePlayerSnapshot } from './player-context';
import type { MeetingAudio } from './recordings-of';
import { voiceSampleOf } from './voice-sample';

export interface VoiceSampleButtonProps {
  participant: Participant;
  segments: readonly Segment[];
  recordings: readonly MeetingAudio[];
}

/** Plays a few seconds in which only this speaker speaks. Renders nothing if there is no such moment. */
export function VoiceSampleButton({ participant: { id, name }, segments, recordings }: VoiceSampleButtonProps) {
  const { t } = useTranslation('meeting');
  const player = usePlayer();
  const { sample } = usePlayerSnapshot();
  const moment = useMemo(
    () =>
      voiceSampleOf(
        segments,
        id,
        recordings.map((recording) => recording.id),
      ),
    [segments, id, recordings],
  );
  // stop the sample when the panel is closed or the speaker merged
  useEffect(
    () => () => {
      if (player.get().sample === id) player.stopSample();
    },
    [player, id],
  );
  const recording = moment && recordings.find((r) => r.id === moment.recordingId);
  if (!moment || !recording) return null;
  return sample === id ? (
    <IconButton
      label={t('speaker.stopSample', { name })}
      icon={<Square aria-hidden size={16} fill="currentColor" />}
      onPress={() => player.stopSample()}
    />
  ) : (
    <IconButton
      label={t('speaker.playSample', { name })}
      icon={<Volume2 aria-hidden size={16} />}
      onPress={() => player.playSample(id, recording, moment.start, moment.end)}
    />
  );
}
