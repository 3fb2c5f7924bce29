/**
 * Restores a backup of the embedded installation: `npm run restore -- <backup>`, with the configuration of the server,
 * which must not run. Without a name it lists the backups. A name may also be the path of a backup's folder.
 *
 *   --recover           no backup: saves what can still be read of the present database into a new one
 *   --restored <time>   the PostgreSQL server at DATABASE_URL was restored to its state of this time; no process of Satchel may run
 */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listBackups, type Backup } from '../server/platform/backups/folders';
import { recoverDatabase } from '../server/platform/backups/recover-database';
import { restoreBackup } from '../server/platform/backups/restore-backup';
import { readConfig, type Config } from '../server/platform/config';
import { migrate } from '../server/platform/database/migrate';
import { openDatabase } from '../server/platform/database/open';
import { explainFailure } from '../server/platform/failure';
import { createLog } from '../server/platform/log';
import { OperatorError } from '../server/platform/operator-error';
import { afterRestore } from '../server/restored';

const USAGE = 'Usage: npm run restore -- <backup>';

function find(config: Config, name: string): Backup {
  const folder = existsSync(resolve(name)) ? dirname(resolve(name)) : config.backupDir!;
  const found = listBackups(folder).find((backup) => backup.name === basename(name));
  if (!found)
    throw new OperatorError(`"${name}" is no whole backup. "npm run restore" lists those in "${config.backupDir}".`);
  return found;
}

function list(config: Config): void {
  const backups = listBackups(config.backupDir!);
  const size = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (backups.length === 0) return console.log(`There are no backups in "${config.backupDir}".`);
  console.log(`Backups in "${config.backupDir}", the newest first:\n`);
  for (const { name, at, databaseBytes, blobs, blobBytes } of backups) {
    console.log(
      `  ${name}   ${new Date(at).toLocaleString('en-GB')}   ` +
        `database ${size(databaseBytes)}, ${blobs} ${blobs === 1 ? 'file' : 'files'} ${size(blobBytes)}`,
    );
  }
  console.log(`\n${USAGE}`);
}

async function restore(config: Config, backup: Backup): Promise<void> {
  const now = Date.now();
  const log = createLog({ ...config, logLevel: 'error' });
  const { replaced } = await restoreBackup(config, backup, now, log, (database) =>
    afterRestore(database, { now, backupAt: backup.at }),
  );
  console.log(`The backup ${backup.name} is restored.`);
  if (replaced)
    console.log(`The database that stood before is in "${replaced}"; delete it when you no longer need it.`);
  console.log('Start Satchel again. Everybody signs in anew; devices that have more than the backup send it.');
}

async function recover(config: Config): Promise<void> {
  const now = Date.now();
  const { tables, damaged } = await recoverDatabase(
    config.dataDir,
    now,
    createLog({ ...config, logLevel: 'error' }),
    (database) => afterRestore(database, { now, backupAt: 0 }),
  );
  console.log(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables were saved.`);
  for (const { table } of tables.filter(({ unreadable }) => unreadable))
    console.log(`  ${table}: nothing could be read.`);
  for (const { table, lostBlocks, lostRows, refused } of tables.filter(
    (each) => each.lostBlocks + each.lostRows + each.refused > 0,
  )) {
    console.log(
      `  ${table}: ${lostBlocks} blocks of 8 kB and ${lostRows} rows could not be read, ${refused} rows were damaged.`,
    );
  }
  console.log(`The damaged database is in "${damaged}".`);
  console.log('Start Satchel again. Everybody signs in anew; devices send what the server lost.');
}

async function tellRestored(config: Config, time: string): Promise<void> {
  const backupAt = Date.parse(time);
  if (!Number.isFinite(backupAt)) throw new OperatorError(`"${time}" is no time; write it as 2026-11-23T02:27:00Z.`);
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    log: createLog({ ...config, logLevel: 'error' }),
  });
  try {
    await migrate(database);
    await afterRestore(database, { now: Date.now(), backupAt });
  } finally {
    await database.close();
  }
  console.log('Start Satchel again. Everybody signs in anew; devices that have more than the backup send it.');
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { restored: { type: 'string' }, recover: { type: 'boolean' } },
  });
  const config = readConfig(process.env);
  if (config.databaseUrl && values.restored) return tellRestored(config, values.restored);
  if (config.databaseUrl)
    throw new OperatorError(
      'DATABASE_URL is set: restore that database with the tools of PostgreSQL, then say so with --restored (docs/operations.md).',
    );
  if (positionals.length > 1) throw new OperatorError(USAGE);
  if (values.recover) return recover(config);
  const [name] = positionals;
  if (name) await restore(config, find(config, name));
  else list(config);
}

main().catch((error: unknown) => {
  console.error(
    explainFailure(error, { dataDir: resolve(process.env['DATA_DIR']?.trim() || './data'), embedded: true }) ?? error,
  );
  process.exitCode = 1;
});
