/** The page's recorder, for components outside the tree that owns it: the lock screen can end a recording. */
import type { Recorder } from './recorder';

let recorder: Recorder | null = null;

export const runningRecorder = (): Recorder | null => recorder;
/** Returns a function that unregisters it. */
export function offerRecorder(mine: Recorder): () => void {
  recorder = mine;
  return () => {
    if (recorder === mine) recorder = null;
  };
}
