/** Passages of the temporary files of a question. */
import type { Turn } from '../../../sync/model/kinds/turns';
import type { ParsedText } from '../../../sync/model/parsed-text';
import type { Actor } from '../../platform/context';
import { RunContinues } from '../../runs/failure';
import type { CoreServices } from '../context';
import { temporaryOf, temporaryTextsOf, type TemporaryFile } from '../files/temporary-rows';
import { FILE_PASSAGES, type Found, type Tell } from './source-parts';
import { rankPassages } from './text-passages';

/** milliseconds until files that are still being read are looked at again, and after which they are left out */
const AGAIN_MS = 2000;
const WAIT_MAX_MS = 3 * 60_000;

/** Throws RunContinues while files are being read. */
export async function filePassages(
  { platform }: Pick<CoreServices, 'platform'>,
  actor: Pick<Actor, 'companyId' | 'userId'>,
  turn: Pick<Turn, 'fileIds' | 'question' | 'createdAt'>,
  tell: Tell,
): Promise<Found> {
  const rows = new Map((await temporaryOf(platform, actor, turn.fileIds)).map((row) => [row.id, row]));
  const isWaiting = ({ parse_status: status }: TemporaryFile): boolean => status === 'waiting' || status === 'parsing';
  const now = platform.clock.now();
  if ([...rows.values()].some((row) => isWaiting(row) && now - row.created_at < WAIT_MAX_MS))
    throw new RunContinues(AGAIN_MS);
  const texts = await temporaryTextsOf(platform, actor, [...rows.keys()]);
  const failed: Found['failed'] = [];
  const read: (TemporaryFile & Pick<ParsedText, 'parts'>)[] = [];
  for (const id of turn.fileIds) {
    const row = rows.get(id);
    const text = texts.get(id);
    if (row && text) read.push({ ...row, parts: text.parts });
    else
      failed.push({
        title: row?.name ?? '',
        url: '',
        error: row ? row.error || (isWaiting(row) ? 'FILE_PARSE_TIMEOUT' : 'FILE_CONTENT_EMPTY') : 'FILE_NOT_FOUND',
      });
  }
  for (const { name } of read) tell('reading', name);
  const { passages, isClosest } = await rankPassages(
    turn.question,
    read.map(({ name, parts }) => ({ title: name, parts })),
    FILE_PASSAGES,
  );
  return {
    failed,
    isClosest,
    passages: passages.map(({ of, partId, text, place, score }) => ({
      kind: 'temporary',
      id: read[of]!.id,
      partId,
      title: read[of]!.name,
      url: '',
      projectId: '',
      text,
      start: 0,
      place,
      at: -1,
      updatedAt: read[of]!.created_at,
      score,
    })),
  };
}
