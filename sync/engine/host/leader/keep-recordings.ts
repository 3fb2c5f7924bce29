/** The leader finishes recordings that were cut off and deletes those whose deletion can no longer be undone, with a network or without. */
import { concatMap, merge, of, switchMap, timer } from 'rxjs';
import type { CommandContext } from '../../outbox/commands/context';
import { purgeRecording, settleOrphan } from '../../outbox/commands/recordings';
import { deviceQuery } from '../../storage/device-query';
import { lookForOrphans } from '../live/unsynced';
import { isQuotaError } from '../../storage/quota';
import { remaining } from '../../storage/clock';

/** milliseconds for which a deletion can be undone: longer than it is offered */
const UNDO_MS = 15_000;

export function keepRecordings(
  context: CommandContext,
  signal: AbortSignal,
  options: { undoMs?: number; report: (error: unknown) => void },
): void {
  const { device, locks, clock } = context;
  const { undoMs = UNDO_MS, report } = options;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // on a full disk it is tried again with the next look
      if (!signal.aborted && !isQuotaError(error)) report(error);
    }
  };
  const cutOff = lookForOrphans(device, locks).pipe(
    concatMap(async (orphans) => {
      for (const orphan of orphans) if (!signal.aborted) await attempt(() => settleOrphan(context, orphan));
    }),
  );
  const deleted = deviceQuery(() => device.recordings.rows.where('transfer').equals('deleted').toArray()).pipe(
    switchMap((rows) => {
      if (rows.length === 0) return of([]);
      const wait = (at: number): number => remaining(at + undoMs, clock.now(), undoMs);
      const next = Math.min(...rows.map(({ deleted: mark }) => wait(mark?.at ?? 0)));
      return timer(next).pipe(switchMap(() => of(rows.filter(({ deleted: mark }) => wait(mark?.at ?? 0) === 0))));
    }),
    concatMap(async (rows) => {
      for (const { id } of rows) if (!signal.aborted) await attempt(() => purgeRecording(context, id));
    }),
  );
  const subscription = merge(cutOff, deleted).subscribe({
    error: (error) => {
      if (!signal.aborted) report(error);
    },
  });
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
}
