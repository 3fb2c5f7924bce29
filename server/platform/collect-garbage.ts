/**
 * Collects garbage now. A body of 15 MB leaves some 150 MB behind: its text, its values, its merged and written forms. V8 lets several
 * bodies' worth pile up before it collects by itself, which is what a process with 512 MB is ended for.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    // only a context made from now on has it
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
