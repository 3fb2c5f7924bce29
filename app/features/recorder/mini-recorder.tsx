import { lazy, Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { isRecording } from './machine';
import { closeMiniWindow, miniWindow } from './mini-window';
import { useRecorderState } from './recorder-context';
import { useCell } from './use-cell';

const MiniRecorderPanel = lazy(() => import('./mini-recorder-panel'));

/** The recording in a small window over other windows. It closes with the recording. */
export function MiniRecorder() {
  const opened = useCell(miniWindow);
  const isRunning = isRecording(useRecorderState());
  useEffect(() => {
    if (!isRunning) closeMiniWindow();
  }, [isRunning]);
  useEffect(() => closeMiniWindow, []);
  if (!opened || !isRunning) return null;
  return createPortal(
    <Suspense fallback={null}>
      <MiniRecorderPanel />
    </Suspense>,
    opened.document.body,
  );
}
