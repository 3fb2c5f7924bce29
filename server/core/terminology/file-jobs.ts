/**
 * Reading of terminology files, and extraction of their terms: jobs, since the files are no documents that a run could
 * have as its subject.
 *
 *   READY ──► PARSING ──► PARSED ── asked for ──► EXTRACTING ──► EXTRACT_FINISH: candidates to be reviewed
 *                │                                    │ ▲               │
 *                └── cannot be read ──► EXTRACT_FAILED ◄┘ └── again ────┘
 *
 * The bytes are deleted once the text was read or has failed to be read: these files are never downloaded. A job whose
 * process was killed in its last attempt leaves PARSING or EXTRACTING; its dead letter sets EXTRACT_FAILED.
 */
import { CallError } from '../../../sync/protocol/errors';
import { ProviderFailure } from '../../ai/failure';
import { extractTerms, type Candidate } from '../../../sync/terms/extract';
import { spaceOf } from '../../../sync/model/ids';
import { RunFailure } from '../../runs/failure';
import { job, type FeatureJob } from '../../shared/feature';
import { meteredChat } from '../ai-providers/metered-chat';
import type { CoreServices } from '../context';
import { parseBlob, parseFailure } from '../files/parse-run';
import { blobKey } from '../uploads/resumable';
import { extractByModel } from './extraction';
import type { TerminologyFileRow } from './tables';
import './tables';

const PARSE_JOB = 'terminology-file-parse';
export const PARSE_FAILED_JOB = 'terminology-file-parse-failed';
const EXTRACT_JOB = 'terminology-file-extract';
export const EXTRACT_FAILED_JOB = 'terminology-file-extract-failed';
const RETRIES = 3;
/** most lines of a text; a longer one is refused, since terms of its rest would be missing silently */
export const LINES_MAX = 20_000;

type Task = { companyId: string; id: string };
/** `extraction`: its number; absent in jobs of earlier versions */
type ExtractionTask = Task & { extraction?: number };
type Services = Pick<CoreServices, 'platform' | 'sync' | 'parsing' | 'usage' | 'amounts' | 'ai' | 'storedBytes'>;
type Changed = Partial<Pick<TerminologyFileRow, 'status' | 'error' | 'mode'>> & {
  lines?: string[];
  candidates?: Candidate[];
};

export function createFileJobs(core: Services) {
  const { platform, usage } = core;
  const { db } = platform;

  const find = ({ companyId, id }: Task): Promise<TerminologyFileRow | undefined> =>
    db
      .selectFrom('terminology_file')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst();

  const update = async ({ companyId, id }: Task, { lines, candidates, ...fields }: Changed): Promise<void> => {
    await db
      .updateTable('terminology_file')
      .set({
        ...fields,
        ...(lines ? { lines: JSON.stringify(lines) as never } : {}),
        ...(candidates ? { candidates: JSON.stringify(candidates) as never } : {}),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  };

  const knownTerms = (companyId: string): Promise<string[]> =>
    core.sync.read(companyId, async (tx) =>
      (await tx.list('terms', { space: spaceOf('company', companyId) })).map(({ term }) => term),
    );

  const isUnread = ({ status }: TerminologyFileRow): boolean => status === 'READY' || status === 'PARSING';
  const parseUseId = ({ id }: Task): string => `terminology/${id}`;

  async function failParsing(task: Task, code: string): Promise<void> {
    await usage.giveBack(task.companyId, [parseUseId(task)]);
    await update(task, { status: 'EXTRACT_FAILED', error: code });
  }

  async function readText(task: Task, row: TerminologyFileRow, isLast: boolean, signal: AbortSignal): Promise<void> {
    await update(task, { status: 'PARSING' });
    try {
      await usage.consume({ companyId: row.company_id, userId: row.user_id }, 'file.parse', parseUseId(task));
      const stored = { companyId: row.company_id, userId: row.user_id, uploadId: row.upload_id, name: row.name };
      const text = await parseBlob(core, stored, { signal });
      const lines = text.parts.flatMap((part) => part.text.split('\n')).filter((line) => line.trim() !== '');
      if (lines.length > LINES_MAX) throw new RunFailure('TERMINOLOGY_FILE_TOO_LONG', { isFinal: true });
      await update(task, { status: 'PARSED', error: '', lines });
    } catch (error) {
      const failure = parseFailure(error);
      if (!failure.isFinal && !isLast) throw error;
      await failParsing(task, failure.code);
    }
  }

  async function parse(task: Task, isLast: boolean, signal: AbortSignal): Promise<void> {
    const row = await find(task);
    if (!row) return;
    // after a failed deletion the retry only deletes
    if (isUnread(row)) await readText(task, row, isLast, signal);
    await platform.blobs.delete(blobKey(row.upload_id));
  }

  async function endParsing(task: Task): Promise<void> {
    const row = await find(task);
    if (!row) return;
    if (isUnread(row)) await failParsing(task, 'FILE_PROCESS_FAILED');
    await platform.blobs.delete(blobKey(row.upload_id));
  }

  async function candidatesOf(
    { company_id: companyId, user_id: userId, id, lines, extraction }: TerminologyFileRow,
    attempt: number,
    signal: AbortSignal,
  ): Promise<{ candidates: Candidate[]; mode: 'model' | 'frequency' }> {
    const known = await knownTerms(companyId);
    const chat = await core.ai.chat(companyId);
    if (!chat) return { candidates: extractTerms(lines ?? [], known), mode: 'frequency' };
    const metered = meteredChat(core.amounts, chat, {
      consumer: { companyId, userId },
      service: 'project.analysis',
      callId: `terminology/${id}/${extraction}/${attempt}`,
    });
    return { candidates: await extractByModel(metered, lines ?? [], known, signal), mode: 'model' };
  }

  async function extract(task: Task, attempt: number, isLast: boolean, signal: AbortSignal): Promise<void> {
    const row = await find(task);
    if (!row || row.status !== 'EXTRACTING') return;
    try {
      await update(task, { status: 'EXTRACT_FINISH', error: '', ...(await candidatesOf(row, attempt, signal)) });
    } catch (error) {
      const isFinal = error instanceof ProviderFailure ? !error.isPassing : error instanceof CallError;
      if (!isFinal && !isLast) throw error;
      const code = error instanceof CallError ? error.code : 'PROVIDER_UNAVAILABLE';
      await update(task, { status: 'EXTRACT_FAILED', error: code });
    }
  }

  /** Sets the extraction to failed, unless it has ended or a later one has begun. */
  async function endExtraction({ companyId, id, extraction }: ExtractionTask): Promise<void> {
    await db
      .updateTable('terminology_file')
      .set({ status: 'EXTRACT_FAILED', error: 'PROVIDER_UNAVAILABLE' })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', '=', 'EXTRACTING')
      .$if(extraction !== undefined, (query) => query.where('extraction', '=', extraction!))
      .execute();
  }

  const options = { isOnePerGroup: true, retryLimit: RETRIES, retryDelay: 5 };
  return {
    /** Call inside the transaction that inserts the file. */
    startParsing: (companyId: string, id: string) =>
      platform.jobs.enqueue(PARSE_JOB, { companyId, id }, { group: companyId }),
    /** Call inside the transaction that sets the file to EXTRACTING. */
    startExtraction: (companyId: string, id: string, extraction: number) =>
      platform.jobs.enqueue(EXTRACT_JOB, { companyId, id, extraction }, { group: companyId }),
    jobs: (): FeatureJob[] => [
      job<Task>({
        name: PARSE_JOB,
        ...options,
        deadLetter: PARSE_FAILED_JOB,
        handle: (task, { attempt, signal }) => parse(task, attempt > RETRIES, signal),
      }),
      job<Task>({ name: PARSE_FAILED_JOB, handle: endParsing }),
      job<ExtractionTask>({
        name: EXTRACT_JOB,
        ...options,
        deadLetter: EXTRACT_FAILED_JOB,
        handle: (task, { attempt, signal }) => extract(task, attempt, attempt > RETRIES, signal),
      }),
      job<ExtractionTask>({ name: EXTRACT_FAILED_JOB, handle: endExtraction }),
    ],
  };
}
