/** Applies queued ratings of an answer's sources, so that a screen shows them before the server has them. */
import { combineLatest, map, type Observable } from 'rxjs';
import type { Answer } from '../../../model/kinds/answers';
import { RATE_SOURCE_PATH, type SourceRating } from '../../outbox/commands/chats';
import type { DeviceDatabase } from '../../storage/device-database';
import { deviceQuery } from '../../storage/device-query';

/** Queued ratings without rejected ones, oldest first. */
const queuedRatings = (device: DeviceDatabase): Observable<SourceRating[]> =>
  deviceQuery(async () => {
    const calls = await device.outbox.rows.orderBy('createdAt').toArray();
    const ratings = calls.filter(({ path, state }) => path === RATE_SOURCE_PATH && state !== 'attention');
    return (await device.outbox.openAll(ratings)).map(({ input }) => input as SourceRating);
  });

/** The answer with the ratings that are queued for its sources. */
export function withQueuedRatings(
  answer$: Observable<Answer | null>,
  device: DeviceDatabase,
): Observable<Answer | null> {
  return combineLatest([answer$, queuedRatings(device)]).pipe(
    map(([answer, queued]) => {
      const own = new Map(
        queued.filter(({ turnId }) => turnId === answer?.id).map(({ source, isUseless }) => [source, isUseless]),
      );
      if (!answer || own.size === 0) return answer;
      return {
        ...answer,
        sources: answer.sources.map((source) =>
          own.has(source.no) ? { ...source, isUseless: own.get(source.no)! } : source,
        ),
      };
    }),
  );
}
