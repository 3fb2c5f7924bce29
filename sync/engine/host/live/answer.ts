/**
 * An answer as a screen shows it: the replicated document, and while it is being generated the further text from live
 * events.
 *
 *   turn on the server, not ended ──► its topic is subscribed ──► live state ─┐
 *   answers/<turn> ──► document ──────────────────────────────────────────────┴─► {answer, live}
 */
import { combineLatest, distinctUntilChanged, map, of, switchMap, throttleTime, type Observable } from 'rxjs';
import type { Answer } from '../../../model/kinds/answers';
import type { Turn } from '../../../model/kinds/turns';
import { hasRunEnded } from '../../../model/runs';
import type { LiveState } from '../../text/live-topics';
import type { LiveAnswer } from '../live-queries';

/** milliseconds between two values while the text grows; the first piece after a quiet time is published immediately */
const GROWING_MS = 50;

export interface AnswerSources {
  turn$: Observable<Turn | null>;
  answer$: Observable<Answer | null>;
  /** whether the server has the question */
  isSent$: Observable<boolean>;
  /** subscribes to the question's topic */
  live: () => Observable<LiveState>;
}

/**
 * The document's text, continued by a piece that begins within it or at its end. A piece after a gap is ignored until
 * the document has caught up. A piece from the start replaces the text of an earlier attempt, unless the document has
 * more.
 */
export function textSoFar(stored: string, piece: LiveState['text']): string {
  if (!piece || piece.from > stored.length) return stored;
  if (piece.from === 0) return stored.startsWith(piece.text) ? stored : piece.text;
  const joined = stored.slice(0, piece.from) + piece.text;
  return joined.length > stored.length ? joined : stored;
}

/**
 * The answer with its live text. Live events are subscribed to while the server has the question and its run goes on.
 */
export function liveAnswer({ turn$, answer$, isSent$, live }: AnswerSources): Observable<LiveAnswer> {
  const isRunning$ = combineLatest([turn$, isSent$]).pipe(
    map(([turn, isSent]) => turn !== null && isSent && !hasRunEnded(turn.state)),
    distinctUntilChanged(),
  );
  const state$ = isRunning$.pipe(switchMap((isRunning) => (isRunning ? live() : of(null))));
  return combineLatest([answer$, state$]).pipe(
    map(([answer, state]): LiveAnswer => ({
      answer,
      live: {
        text: state && !answer?.isComplete ? textSoFar(answer?.text ?? '', state.text) : '',
        activity: state?.activity ?? null,
      },
    })),
    throttleTime(GROWING_MS, undefined, { leading: true, trailing: true }),
  );
}
