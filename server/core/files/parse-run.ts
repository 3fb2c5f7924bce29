/**
 * The run that extracts a file's text (server/runs, decision 062), as shown by the item's `parseStatus`:
 *
 *   waiting ──► parsing ──► parsed: text, pages, language and notices are stored
 *      ▲           │ a newer version arrived: this text is discarded, and the run parses the newer version
 *      │           ├ the file cannot be read, or a limit of use is reached ──► failed, with the error code
 *      │           ├ the storage or the parser fails: retried with backoff, then failed
 *      │           └ cancelled ──► canceled
 *      └ retried by a person
 *
 * Each version counts as one use of the service. If the run fails, the uses of versions without text are given back.
 */
import { sql } from 'kysely';
import { PARSED_TEXT, type ParsedText } from '../../../sync/model/parsed-text';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import type { StoredDoc } from '../../sync/store';
import { blobKey } from '../uploads/resumable';
import { likelyLanguages } from './likely-languages';
import { FILE_PARSE, startParsing } from './parse-request';
import type { FileServices } from './services';
import type { FileVersionRow } from './tables';
import { versionOf, versionsOf } from './versions';

type Item = StoredDoc<'projectItems'>;
type Task = { companyId: string; itemId: string };

const ATTEMPTS = 4;
/** failures that another attempt cannot resolve */
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
/** UTF-16 units of a text's JSON above which the positions of words are left out, since documents have a size limit */
const JSON_MAX = 3 * 1024 * 1024;

const taskOf = ({ companyId, subject }: Pick<Run, 'companyId' | 'subject'>): Task => ({
  companyId,
  itemId: subject.id,
});
/** The id under which one version counts as a use; the same for all attempts of a run. */
const idOfUse = (runId: string, version: number): string => `${runId}/${version}`;

/** Converts an error of reading or parsing to the failure of a run. */
export function parseFailure(error: unknown): RunFailure {
  if (error instanceof RunFailure) return error;
  const code = error instanceof CallError ? error.code : 'FILE_PROCESS_FAILED';
  // the blob store has no such bytes
  const known = code === 'NO_DATA' ? 'FILE_NOT_STORED' : code;
  return new RunFailure(known, { isFinal: FINAL.includes(known), cause: error });
}

/**
 * Extracts the text of stored bytes.
 * @param stored `userId`: who has uploaded them
 */
export async function parseBlob(
  { platform, parsing, sync }: Pick<FileServices, 'platform' | 'parsing' | 'sync'>,
  { companyId, userId, uploadId, name }: { companyId: string; userId: string; uploadId: string; name: string },
  options: Parameters<FileServices['parsing']['parse']>[1],
): Promise<ParsedText> {
  const languages = await likelyLanguages({ sync }, companyId, userId);
  // Open the blob only when parsing starts: a blob store closes a connection that is idle in the queue.
  const read = async function* (): AsyncGenerator<Uint8Array> {
    yield* (await platform.blobs.get(blobKey(uploadId))) as AsyncIterable<Uint8Array>;
  };
  return parsing.parse({ bytes: read(), name, companyId, languages }, options);
}

/** The parts of a text, shortened so that its document can be replicated. */
export function fittingParts({ parts }: Pick<ParsedText, 'parts'>): ParsedText['parts'] {
  const within = parts.slice(0, PARSED_TEXT.parts);
  if (JSON.stringify(within).length <= JSON_MAX) return within;
  return within.map(({ place: { words: _, ...place }, ...part }) => ({ ...part, place }));
}

export function createParsing(core: FileServices): {
  kind: RunKind<unknown>;
  /**
   * Starts runs for unparsed files that have none, because the file was restored or the run was lost. Returns their
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

  /** Stores the text, unless the file was deleted or has a newer version, which the run then parses. */
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
        // the upload could not distinguish Office formats by the first bytes; the parser can
        ...(text.otherType ? { mimeType: text.otherType } : {}),
      });
    });

  /** Gives back the uses of a run for versions without text. */
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
      { companyId: task.companyId, userId: stored.user_id, uploadId: stored.upload_id, name: item.title },
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
      // the file stays in its project, so another person takes over the run
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
