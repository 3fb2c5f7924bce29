/** The page's recorder, for what lies outside of the tree that holds it: a lock over the screens still lets one end a recording. */
import type { Recorder } from './recorder';

let recorder: Recorder | null = null;

export const runningRecorder = (): Recorder | null => recorder;
/** Gives a function that forgets it. */
export function offerRecorder(mine: Recorder): () => void {
  recorder = mine;
  return () => {
    if (recorder === mine) recorder = null;
  };
}
