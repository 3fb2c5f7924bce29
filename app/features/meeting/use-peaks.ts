/** The peaks of a recording: from its row on this device, otherwise from the server. */
import { useEffect, useState } from 'react';
import { call } from '~/api/client';
import { useStatus } from '~/replica/hooks';
import type { Peaks } from '../../../sync/model/peaks';
import { uploadCalls } from '../../../sync/protocol/uploads';
import type { MeetingAudio } from './recordings-of';

/** milliseconds between requests while the server measures the recording; multiplied by the number of requests so far */
const AGAIN_MS = 2000;
const QUESTIONS = 8;

/**
 * Null while the peaks are unknown. `missing`: the server, which measures files, does not have the recording (`unsent`), or
 * cannot decode it (`unreadable`).
 */
export function usePeaks(recording: Pick<MeetingAudio, 'id' | 'onServer' | 'row'> | null): {
  peaks: Peaks | null;
  missing: 'unsent' | 'unreadable' | null;
} {
  const [read, setRead] = useState<{ id: string; peaks: Peaks | null }>({ id: '', peaks: null });
  const isOnline = useStatus().connection.state === 'online';
  const id = recording?.id ?? '';
  const onDevice = recording?.row?.peaks ?? null;
  const isAsked = Boolean(recording?.onServer) && !onDevice && isOnline && read.id !== id;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (question: number): Promise<void> => {
      const answer = await call(uploadCalls.peaks, { recordingId: id }).catch(() => null);
      if (isOver) return;
      if (answer && !answer.isPending) setRead({ id, peaks: answer.peaks });
      else if (question < QUESTIONS) timer = setTimeout(() => void ask(question + 1), AGAIN_MS * question);
    };
    void ask(1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAsked, id]);
  const peaks = onDevice ?? (read.id === id ? read.peaks : null);
  if (!recording || peaks) return { peaks, missing: null };
  if (!recording.onServer) return { peaks, missing: 'unsent' };
  return { peaks, missing: read.id === id ? 'unreadable' : null };
}
