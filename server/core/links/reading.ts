/** The common part of the two kinds of runs that read links: their services, and the translation of failures. */
import { createHash } from 'node:crypto';
import { CallError } from '../../../sync/protocol/errors';
import { RunFailure } from '../../runs/failure';
import type { RunContext } from '../../runs/run';
import type { CoreServices } from '../context';
import { createPace } from './pace';
import { createPageReader, type Conditions, type PageReader, type Reading } from './page-reader';
import type { ReadingInput } from './reading-requests';
import { createRobots, type Robots } from './robots';
import { createSnapshots, type Snapshots } from './snapshots';

export type ReadingContext = RunContext<ReadingInput>;

export interface ReadingParts {
  reader: PageReader;
  robots: Robots;
  snapshots: Snapshots;
  turn(address: string, delayMs: number): Promise<void>;
}

/** @param isWebsite pages of one website are read */
export function readingParts(core: CoreServices, context: ReadingContext, isWebsite: boolean): ReadingParts {
  const { platform, parsing } = core;
  const web = { ...core.web, fetch: core.web.fetchLink };
  const pace = createPace(platform, web);
  const robots = createRobots(platform, web, pace);
  return {
    robots,
    reader: createPageReader({
      web,
      pace,
      robots,
      parser: parsing,
      companyId: context.companyId,
      website: isWebsite ? context.runId : undefined,
      now: () => platform.clock.now(),
    }),
    snapshots: createSnapshots(core, context),
    turn: (address, delayMs) => pace.turn(address, delayMs, context.signal),
  };
}

/** The name of the step that reads an address. */
export const stepOf = (kind: string, address: string, attempt = 0): string =>
  `${kind}/${createHash('sha256').update(address).digest('hex').slice(0, 32)}/${attempt}`;

/** Errors of the product itself that end a reading, whatever address it is at. */
export function failureOf(error: unknown): Error {
  if (error instanceof CallError)
    return new RunFailure(error.code, {
      isFinal: error.code === 'USER_SERVICE_QUOTA_EXCEEDED' || error.code === 'FILE_TOTAL_LENGTH_EXCEEDED',
      cause: error,
    });
  return new RunFailure('CRAWL_FAILED', { cause: error });
}

export const conditionsOf = (row: { etag: string; last_modified: string } | undefined): Conditions | null =>
  row && (row.etag !== '' || row.last_modified !== '') ? { etag: row.etag, lastModified: row.last_modified } : null;

/** A failed reading of the address that a run is about. */
export const failureOfReading = (
  reading: Exclude<Reading, { result: 'page' | 'unchanged' | 'redirect' }>,
): RunFailure =>
  reading.result === 'failed'
    ? new RunFailure(reading.code, { isFinal: !reading.isTemporary })
    : new RunFailure('WEBSITE_URL_NOT_ACCESSIBLE', { isFinal: reading.result === 'gone' });
