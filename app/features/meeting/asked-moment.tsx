import { useLocation, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { usePlayer } from './player-context';
import type { MeetingAudio } from './recordings-of';

/**
 * Moves the player to the moment in the address (`paths.moment`), once per visit. Does not start playback.
 */
export function AskedMoment({ recordings }: { recordings: readonly MeetingAudio[] }) {
  const player = usePlayer();
  const { key } = useLocation();
  const [search] = useSearchParams();
  const recording = recordings.find((r) => r.id === search.get('recording'));
  const seconds = Number(search.get('at') ?? Number.NaN);
  const done = useRef('');
  useEffect(() => {
    if (!recording || !Number.isFinite(seconds) || done.current === key) return;
    done.current = key;
    player.seek(seconds * 1000, recording);
  }, [player, recording, seconds, key]);
  return null;
}
