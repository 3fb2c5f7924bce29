import { BehaviorSubject, Observable, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Answer } from '../../../model/kinds/answers';
import type { Turn } from '../../../model/kinds/turns';
import type { LiveState } from '../../text/live-topics';
import type { LiveAnswer } from '../live-queries';
import { liveAnswer, textSoFar } from './answer';

test.each([
  ['nothing live', 'Stored', null, 'Stored'],
  ['a piece at the end', 'Stored', { from: 6, text: ' and more' }, 'Stored and more'],
  ['a piece within, that reaches further', 'Stored', { from: 3, text: 'red and more' }, 'Stored and more'],
  ['a piece within, that the document has', 'Stored and more', { from: 3, text: 'red' }, 'Stored and more'],
  ['a gap', 'Stored', { from: 7, text: 'lost' }, 'Stored'],
  ['the whole text, further than the document', 'Sto', { from: 0, text: 'Stored' }, 'Stored'],
  ['the whole text, behind the document', 'Stored and', { from: 0, text: 'Stored' }, 'Stored and'],
  ['another attempt', 'An earlier attempt', { from: 0, text: 'Again' }, 'Again'],
])('joins the document with %s', (_, stored, piece, shown) => {
  expect(textSoFar(stored, piece)).toBe(shown);
});

test('subscribes to live events until the run of a sent question has ended, then shows only the document', () => {
  const turn$ = new BehaviorSubject<Turn | null>({ state: 'READY' } as Turn);
  const answer$ = new BehaviorSubject<Answer | null>(null);
  const isSent$ = new BehaviorSubject(false);
  const state$ = new Subject<LiveState>();
  let subscriptions = 0;
  const values: LiveAnswer[] = [];
  const live = (): Observable<LiveState> =>
    new Observable((subscriber) => {
      subscriptions += 1;
      const inner = state$.subscribe(subscriber);
      return () => {
        subscriptions -= 1;
        inner.unsubscribe();
      };
    });
  const end = liveAnswer({ turn$, answer$, isSent$, live }).subscribe((value) => values.push(value));
  expect(subscriptions).toBe(0);
  isSent$.next(true);
  turn$.next({ state: 'EXECUTING' } as Turn);
  expect(subscriptions).toBe(1);
  turn$.next({ state: 'SUCCEEDED' } as Turn);
  expect(subscriptions).toBe(0);
  end.unsubscribe();
  expect(values[0]).toEqual({ answer: null, live: { text: '', activity: null } });
});
