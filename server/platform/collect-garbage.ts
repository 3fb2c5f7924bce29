/**
 * Runs a full garbage collection. A body of 15 MB leaves about 150 MB of garbage: text, parsed values, merged and
 * serialised forms. V8 lets garbage of several bodies accumulate, which gets a process with 512 MB killed.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    // `gc` exists only in contexts created after the flag is set
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
