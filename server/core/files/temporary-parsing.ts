/**
 * The job that extracts the text of temporary files. It is not a run: the subject of a run is a replicated document.
 */
import type { ParsedText } from '../../../sync/model/parsed-text';
import { job, type FeatureJob } from '../../shared/feature';
import { parseBlob, parseFailure, fittingParts } from './parse-run';
import type { FileServices } from './services';
import './tables';

const TEMPORARY_PARSE_JOB = 'temporary-file-parse';
const RETRIES = 3;

export function createTemporaryParsing(core: FileServices) {
  const { platform, usage } = core;
  const { db } = platform;

  const find = (companyId: string, id: string) =>
    db
      .selectFrom('temporary_file')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('parse_status', 'in', ['waiting', 'parsing'])
      .executeTakeFirst();

  const update = (
    companyId: string,
    id: string,
    fields: { parse_status: 'parsing' | 'parsed' | 'failed'; error?: string; pages?: number; text?: ParsedText },
  ) =>
    db
      .updateTable('temporary_file')
      .set({ ...fields, ...(fields.text ? { text: JSON.stringify(fields.text) as never } : {}) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();

  return {
    /** Enqueues the job; called in the transaction that inserts the file. */
    start: (companyId: string, id: string) =>
      platform.jobs.enqueue(TEMPORARY_PARSE_JOB, { companyId, id }, { group: companyId }),

    job: (): FeatureJob =>
      job<{ companyId: string; id: string }>({
        name: TEMPORARY_PARSE_JOB,
        isOnePerGroup: true,
        retryLimit: RETRIES,
        retryDelay: 5,
        async handle({ companyId, id }, { attempt, signal }) {
          const row = await find(companyId, id);
          if (!row) return;
          const useId = `temporary/${id}`;
          await update(companyId, id, { parse_status: 'parsing' });
          try {
            await usage.consume({ companyId, userId: row.user_id }, 'file.parse', useId);
            const stored = { companyId, userId: row.user_id, uploadId: row.upload_id, name: row.name };
            const text = await parseBlob(core, stored, { signal });
            await update(companyId, id, {
              parse_status: 'parsed',
              pages: text.pages,
              text: { ...text, parts: fittingParts(text) },
            });
          } catch (error) {
            const failure = parseFailure(error);
            if (!failure.isFinal && attempt <= RETRIES) throw error;
            await usage.giveBack(companyId, [useId]);
            await update(companyId, id, { parse_status: 'failed', error: failure.code });
          }
        },
      }),
  };
}
