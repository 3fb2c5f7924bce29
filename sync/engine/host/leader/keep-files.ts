/** Runs KeptFiles whenever the kept projects, the items of projects, or the files on this device change. */
import type { ProjectFileReader } from '../../files/file-reader';
import { KeptFiles, keptRow } from '../../files/kept-files';
import { checkpointKey } from '../../storage/checkpoints';
import type { DeviceDatabase } from '../../storage/device-database';
import type { Documents } from '../../storage/documents';
import type { Environment } from '../../storage/environment';
import type { ForegroundPriority } from './foreground-priority';
import { runWhenDue, type Due } from './run-when-due';

interface KeepFilesParts {
  device: DeviceDatabase;
  documents: Documents;
  files: ProjectFileReader;
  environment: Pick<Environment, 'estimate'>;
}

export function keepFiles(
  { device, documents, files, environment }: KeepFilesParts,
  due: Due,
  priority: ForegroundPriority,
): Promise<void> {
  const keptFiles = new KeptFiles({
    device,
    documents,
    clock: due.clock,
    reader: files,
    estimate: environment.estimate,
    pending: due.pending,
    rest: (signal) => priority.rest(signal),
  });
  return runWhenDue(
    due,
    async () => [
      await keptRow(device),
      await device.files.rows.where('transfer').anyOf('onServer', 'seen').primaryKeys(),
      // changes as items are pulled
      await device.meta.rows.get(checkpointKey('projectItems')),
    ],
    (signal) => keptFiles.run(signal),
  );
}
