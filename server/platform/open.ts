/**
 * Opens the platform services from the configuration. Features are built on them; then the queue starts and the host
 * listens.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { startDailyBackups, type DailyBackups } from './backups/daily-backups';
import type { Config } from './config';
import type { Clock, Platform } from './context';
import { migrate } from './database/migrate';
import { openDatabase, type Database } from './database/open';
import { createEventBus } from './event-bus';
import { IdempotencyStore } from './http/idempotency';
import { PgBossQueue } from './jobs/pg-boss-queue';
import { LocalMailbox } from './mail/mailbox';
import { Metrics } from './metrics';
import { openBlobStore } from './storage/open';

export interface OpenPlatform {
  platform: Platform;
  database: Database;
  /** null if messages go out by SMTP */
  mailbox: LocalMailbox | null;
  /** null with a database server */
  backups: DailyBackups | null;
  /** Closes jobs, announcements and the database, in this order. */
  close(): Promise<void>;
}

export async function openPlatform(
  config: Config,
  log: Logger,
  clock: Clock = { now: () => Date.now() },
): Promise<OpenPlatform> {
  const metrics = new Metrics();
  const blobs = await openBlobStore(config);
  const mailbox = config.smtpUrl
    ? null
    : new LocalMailbox(join(config.dataDir, 'mail'), config.mailFrom, () => clock.now());
  const mail = mailbox ?? (await import('./mail/smtp')).createSmtpMailer(config.smtpUrl!, config.mailFrom);
  const database = await openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    dataDir: config.dataDir,
    backupDir: config.backupDir,
    log,
  });
  try {
    const applied = await migrate(database);
    if (applied.length > 0) log.info({ applied }, 'Database migrations were applied.');
  } catch (error) {
    await database.close();
    throw error;
  }
  const events = createEventBus(database, log);
  const jobs = new PgBossQueue(database, log, metrics);
  const platform: Platform = {
    config,
    log,
    clock,
    events,
    jobs,
    metrics,
    db: database.db,
    query: (statement) => database.query(statement),
    transaction: (work) => database.transaction(work),
    session: (work) => database.session(work),
    afterCommit: (work) => database.afterCommit(work),
    blobs,
    mail,
  };
  const idempotency = new IdempotencyStore(platform);
  jobs.define({
    name: 'platform-clean-up',
    handle: async () => {
      await idempotency.cleanUp();
      await database.db.deleteFrom('rate_limit').where('expire', '<', clock.now()).execute();
    },
  });
  jobs.schedule('platform-clean-up', '43 * * * *');
  metrics.gauge('satchel_database_connections', 'Database connections in use.', () => database.load().connections);
  metrics.gauge(
    'satchel_database_waiting',
    'Requests that wait for a database connection.',
    () => database.load().waiting,
  );
  const backups = config.backupDir
    ? startDailyBackups({ dataDir: config.dataDir, backupDir: config.backupDir }, database, platform)
    : null;
  return {
    platform,
    database,
    mailbox,
    backups,
    close: async () => {
      await backups?.stop();
      await jobs.stop();
      await events.close();
      await database.close();
    },
  };
}
