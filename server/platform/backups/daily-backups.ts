/**
 * Daily backups of the embedded installation. An hourly check instead of a fixed time, so that a machine that sleeps at
 * night is backed up too.
 */
import type { Platform } from '../context';
import type { Database } from '../database/open';
import { listBackups } from './folders';
import { makeBackup, type Installation } from './make-backup';

/** milliseconds */
const DAY = 24 * 60 * 60_000;
const FIRST_CHECK_MS = 5 * 60_000;
const CHECK_MS = 60 * 60_000;

export interface DailyBackups {
  /** Makes a backup if the newest is a day old. */
  runIfDue(): Promise<void>;
  /** Prevents further backups and waits for one in progress. */
  stop(): Promise<void>;
}

/** Starts the hourly check and the metric of the newest backup's age. A failed backup is logged and tried again an hour later. */
export function startDailyBackups(
  installation: Installation,
  database: Pick<Database, 'snapshot'>,
  { log, metrics, clock }: Pick<Platform, 'log' | 'metrics' | 'clock'>,
): DailyBackups {
  const newest = (): number => listBackups(installation.backupDir)[0]?.at ?? 0;
  let running: Promise<void> = Promise.resolve();
  const makeIfDue = async (): Promise<void> => {
    const now = clock.now();
    // If the clock was set back, the newest backup is in the future: make one anyway.
    if (Math.abs(now - newest()) < DAY) return;
    try {
      const { name, databaseBytes, blobs } = await makeBackup(installation, database, now);
      log.info({ backup: name, databaseBytes, blobs }, 'A backup was created.');
    } catch (error) {
      log.error({ err: error }, 'The daily backup failed.');
    }
  };
  const runIfDue = (): Promise<void> => (running = running.then(makeIfDue));
  const timers: NodeJS.Timeout[] = [
    setTimeout(() => void runIfDue(), FIRST_CHECK_MS).unref(),
    setInterval(() => void runIfDue(), CHECK_MS).unref(),
  ];
  metrics.gauge(
    'satchel_backup_age_seconds',
    'Age of the newest backup of the embedded installation; -1: there is none.',
    () => {
      const at = newest();
      return at === 0 ? -1 : Math.round((clock.now() - at) / 1000);
    },
  );
  return {
    runIfDue,
    stop: async () => {
      timers.forEach(clearTimeout);
      await running;
    },
  };
}
