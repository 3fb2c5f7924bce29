/**
 * Finishes interrupted recordings, and purges deleted ones once the deletion can no longer be undone; needs no network.
 */
import { concatMap, merge, of, switchMap, timer } from 'rxjs';
import type { CommandContext } from '../../outbox/commands/context';
import { purgeRecording, settleOrphan } from '../../outbox/commands/recordings';
import { sendKeptCaptions } from '../../outbox/commands/transcripts';
import { forgetCaptions } from '../../recording/kept-captions';
import type { LocalRecording } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';
import { pollOrphans } from '../live/unsynced';
import { isQuotaError } from '../../storage/quota';
import { remaining } from '../../storage/clock';

/** milliseconds for which a deletion can be undone: longer than the screen offers it */
const UNDO_MS = 15_000;

/** The captions first: after a crash in between they are queued again and replace the queued call. */
async function settle(context: CommandContext, orphan: LocalRecording): Promise<void> {
  await sendKeptCaptions(context, orphan);
  await settleOrphan(context, orphan);
  // the recording was too short and has been deleted
  if (!(await context.device.recordings.rows.get(orphan.id))) await forgetCaptions(context.device, orphan.id);
}

export interface KeepRecordingsOptions {
  /** milliseconds for which a deletion can be undone */
  undoMs?: number;
  report: (error: unknown) => void;
  /** the disk is full: the next check tries again */
  diskFull: () => void;
  /** a recording could be written again after the disk was full */
  diskWritable: () => void;
}

/** Runs until the signal fires. */
export function keepRecordings(context: CommandContext, signal: AbortSignal, options: KeepRecordingsOptions): void {
  const { device, locks, clock } = context;
  const { undoMs = UNDO_MS, report } = options;
  let isFull = false;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      if (isFull) options.diskWritable();
      isFull = false;
    } catch (error) {
      if (signal.aborted) return;
      isFull = isQuotaError(error);
      if (isFull) options.diskFull();
      else report(error);
    }
  };
  const interrupted = pollOrphans(device, locks).pipe(
    concatMap(async (orphans) => {
      for (const orphan of orphans) if (!signal.aborted) await attempt(() => settle(context, orphan));
    }),
  );
  const deleted = deviceQuery(() => device.recordings.rows.where('transfer').equals('deleted').toArray()).pipe(
    switchMap((rows) => {
      if (rows.length === 0) return of([]);
      const wait = (at: number): number => remaining(at + undoMs, clock.now(), undoMs);
      const next = Math.min(...rows.map(({ deleted: deletion }) => wait(deletion?.at ?? 0)));
      return timer(next).pipe(
        switchMap(() => of(rows.filter(({ deleted: deletion }) => wait(deletion?.at ?? 0) === 0))),
      );
    }),
    concatMap(async (rows) => {
      for (const { id } of rows) if (!signal.aborted) await attempt(() => purgeRecording(context, id));
    }),
  );
  const subscription = merge(interrupted, deleted).subscribe({
    error: (error) => {
      if (!signal.aborted) report(error);
    },
  });
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
}
