/**
 * Extraction of a file's text: a run (server/runs, decision 062).
 *
 *   waiting ──► parsing ──► parsed: text, pages, language and notices
 *      ▲           │ a newer version arrived: its text replaces this one's, which stays until then
 *      │           ├ the file cannot be read, or the daily limit is reached ──► failed, with the reason
 *      │           ├ the storage or the parser fails: retried with backoff, then failed
 *      │           └ cancelled ──► canceled
 *      └ retry, by a person
 *
 * Each version counts as one use of the service; the use is given back if it has no text when the run fails.
 */
import { sql } from 'kysely';
import { PARSED_TEXT, type ParsedText } from '../../../sync/model/parsed-text';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import type { StoredDoc } from '../../sync/store';
import { blobKey } from '../uploads/resumable';
import { FILE_PARSE, startParsing } from './parse-request';
import type { FileServices } from './services';
import type { FileVersionRow } from './tables';
import { versionOf, versionsOf } from './versions';

type Item = StoredDoc<'projectItems'>;
type Task = { companyId: string; itemId: string };

const ATTEMPTS = 4;
/** failures that another attempt does not change */
const FINAL: readonly ErrorCode[] = [
  'FILE_ENCRYPTED',
  'FILE_DAMAGED',
  'FILE_TOO_COMPLEX',
  'FILE_PARSE_TIMEOUT',
  'FILE_TYPE_NOT_SUPPORT',
  'FILE_TYPE_MISMATCH',
  'FILE_CONTENT_EMPTY',
  'FILE_NOT_FOUND',
  'FILE_NOT_STORED',
  'USER_SERVICE_QUOTA_EXCEEDED',
];
/** characters of a text's JSON beyond which the places of single words are left out: a document has a limit */
const JSON_MAX = 3 * 1024 * 1024;

const taskOf = ({ companyId, subject }: Pick<Run, 'companyId' | 'subject'>): Task => ({
  companyId,
  itemId: subject.id,
});
/** The id of the use of the service by one version in one run; the same in every process. */
const idOfUse = (runId: string, version: number): string => `${runId}/${version}`;

/** The failure of an attempt to read bytes. */
export function parseFailure(error: unknown): RunFailure {
  if (error instanceof RunFailure) return error;
  const code = error instanceof CallError ? error.code : 'FILE_PROCESS_FAILED';
  // the organization's storage gives bytes again later
  const known = code === 'NO_DATA' ? 'FILE_NOT_STORED' : code;
  return new RunFailure(known, { isFinal: FINAL.includes(known), cause: error });
}

/** Reads the text of stored bytes. */
export function parseBlob(
  { platform, parsing }: Pick<FileServices, 'platform' | 'parsing'>,
  stored: { companyId: string; uploadId: string; name: string },
  options: Parameters<FileServices['parsing']['parse']>[1],
): Promise<ParsedText> {
  // opened when the company's turn has come: a storage closes a connection that waits
  const read = async function* (): AsyncGenerator<Uint8Array> {
    yield* (await platform.blobs.get(blobKey(stored.uploadId))) as AsyncIterable<Uint8Array>;
  };
  return parsing.parse({ bytes: read(), name: stored.name, companyId: stored.companyId }, options);
}

/** A text whose document is not too large for replication. */
export function fittingParts({ parts }: Pick<ParsedText, 'parts'>): ParsedText['parts'] {
  const within = parts.slice(0, PARSED_TEXT.parts);
  if (JSON.stringify(within).length <= JSON_MAX) return within;
  return within.map(({ place: { words: _, ...place }, ...part }) => ({ ...part, place }));
}

export function createParsing(core: FileServices): {
  kind: RunKind<unknown>;
  /**
   * Starts runs of files that need one and have none: of restored files, and of a run that was lost. Returns their
   * number.
   */
  resume(): Promise<number>;
} {
  const { platform, sync, usage } = core;
  const { db } = platform;

  const setItem = (
    { companyId, itemId }: Task,
    fields: Partial<Pick<Item, 'parseStatus' | 'error'>>,
    isDue: (item: Item) => boolean = () => true,
  ): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const item = await tx.get('projectItems', itemId);
      if (!item || !isDue(item)) return;
      if (Object.entries(fields).some(([field, value]) => (item as Record<string, unknown>)[field] !== value))
        await tx.put('projectItems', itemId, fields);
    });

  const current = async ({ companyId, itemId }: Task): Promise<{ item: Item; stored: FileVersionRow }> => {
    const item = await sync.read(companyId, (tx) => tx.get('projectItems', itemId));
    const stored = item && (await versionOf(platform, companyId, itemId, item.version));
    if (!item || !stored) throw new RunFailure('FILE_NOT_FOUND', { isFinal: true });
    return { item, stored };
  };

  /** Writes the text once; nothing if the file is gone or has a newer version, whose own attempt follows. */
  const store = ({ companyId, itemId }: Task, version: number, text: ParsedText): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const item = await tx.get('projectItems', itemId);
      if (!item || item.version !== version) return;
      await tx.put('itemTexts', itemId, {
        space: item.space,
        projectId: item.projectId,
        version,
        title: text.title,
        language: text.language,
        parts: fittingParts(text),
        outline: text.outline,
        fetchedAt: 0,
        parsedAt: tx.now(),
      });
      await tx.put('projectItems', itemId, {
        parseStatus: 'parsed',
        error: '',
        pages: text.pages,
        language: text.language,
        notices: text.notices,
        // the first bytes do not tell one Office format from another
        ...(text.otherType ? { mimeType: text.otherType } : {}),
      });
    });

  /** The uses by versions that this run has begun and that have no text. */
  const giveBackUnread = async (runId: string, { companyId, itemId }: Task): Promise<void> => {
    const text = await sync.read(companyId, (tx) => tx.get('itemTexts', itemId));
    const versions = (await versionsOf(platform, companyId, itemId)).map((row) => row.version);
    await usage.giveBack(
      companyId,
      versions.filter((version) => version > (text?.version ?? 0)).map((version) => idOfUse(runId, version)),
    );
  };

  async function run(context: RunContext<unknown>): Promise<void> {
    const task = taskOf(context);
    const { item, stored } = await current(task);
    await setItem(task, { parseStatus: 'parsing', error: '' });
    await usage.consume(
      { companyId: task.companyId, userId: context.ownerId },
      'file.parse',
      idOfUse(context.runId, stored.version),
    );
    const text = await parseBlob(
      core,
      { companyId: task.companyId, uploadId: stored.upload_id, name: item.title },
      { signal: context.signal, progress: (share) => void context.progress(share).catch(() => undefined) },
    );
    context.signal.throwIfAborted();
    await store(task, stored.version, text);
  }

  return {
    kind: {
      name: FILE_PARSE,
      queue: { concurrency: 2, isOnePerGroup: true },
      attempts: ATTEMPTS,
      // the file stays with its project
      whenOwnerLeaves: 'transfer',
      transaction: (companyId, work) => sync.write(companyId, work),
      handle: run,
      failureOf: parseFailure,
      async ended(ended) {
        if (ended.state === 'SUCCEEDED') return;
        const task = taskOf(ended);
        const isUnread = ({ parseStatus }: Item): boolean => parseStatus === 'waiting' || parseStatus === 'parsing';
        if (ended.state === 'CANCELED')
          return setItem(task, { parseStatus: 'canceled', error: 'FILE_PARSE_CANCELED' }, isUnread);
        await giveBackUnread(ended.id, task);
        await setItem(task, { parseStatus: 'failed', error: ended.error }, isUnread);
      },
      restarted: (again) => setItem(taskOf(again), { parseStatus: 'waiting', error: '' }),
    },

    async resume() {
      const found = await sql<{ company_id: string; id: string; user_id: string }>`
        select d.company_id, d.id, v.user_id from doc d
        join file_version v on v.company_id = d.company_id and v.item_id = d.id and v.version = (d.data ->> 'version')::int
        where d.collection = 'projectItems' and not d.deleted and d.data ->> 'parseStatus' in ('waiting', 'parsing')
          and not exists (select from run r where r.company_id = d.company_id and r.kind = ${FILE_PARSE} and r.key = d.id
            and r.ended_at is null)
        limit 1000`.execute(db);
      for (const row of found.rows)
        await sync.write(row.company_id, () => startParsing(core, row.company_id, row.id, row.user_id));
      return found.rows.length;
    },
  };
}
