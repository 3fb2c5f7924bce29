/**
 * Finds passages in the temporary files of a question: its own files, those of its chat, and those of earlier
 * questions, to which it may refer ("and what is on page 3?").
 */
import type { ParsedText } from '../../../sync/model/parsed-text';
import type { Turn } from '../../../sync/model/kinds/turns';
import { LIMITS } from '../../../sync/model/limits';
import type { Passage } from '../../ai/extractive/interface';
import type { Actor, Platform } from '../../platform/context';
import { RunContinues } from '../../runs/failure';
import { temporaryOf, temporaryOfChat, temporaryTextsOf, type TemporaryFile } from '../files/temporary-rows';
import type { Exchange } from './conversation';
import { FILE_PASSAGES, type Found, type Tell } from './source-parts';
import { rankPassages } from './text-passages';

/** milliseconds until the run checks again whether files are parsed, and after which it goes on without them */
const AGAIN_MS = 2000;
const WAIT_MAX_MS = 3 * 60_000;
/** passages of other files at most, if the question has files of its own */
const OTHER_PASSAGES = FILE_PASSAGES / 2;

type Owner = Pick<Actor, 'companyId' | 'userId'>;

export interface FileQuestion {
  turn: Pick<Turn, 'parentId' | 'fileIds' | 'fileNames'>;
  /** the exchanges before it, the latest first */
  exchanges: readonly Exchange[];
  /** search query */
  words: string;
}

export interface FoundInFiles extends Found {
  /** all files belong to earlier questions and no passage matches well: the question may be about something else */
  isAside: boolean;
}

/** A file that is searched for a question. */
interface QuestionFile {
  id: string;
  /** name as sent with the question */
  name: string;
  of: 'question' | 'chat' | 'earlier';
  /** null: the file has expired, was deleted, or belongs to another person */
  row: TemporaryFile | null;
}

interface ReadFile extends TemporaryFile {
  parts: ParsedText['parts'];
}

/** Throws RunContinues while files are being parsed. */
export async function filePassages(
  { platform }: { platform: Pick<Platform, 'db' | 'clock'> },
  owner: Owner,
  question: FileQuestion,
  tell: Tell,
): Promise<FoundInFiles> {
  const files = await filesOf(platform, owner, question);
  const now = platform.clock.now();
  if (files.some(({ row }) => row && isBeingRead(row) && now - row.created_at < WAIT_MAX_MS))
    throw new RunContinues(AGAIN_MS);
  const texts = await temporaryTextsOf(
    platform,
    owner,
    files.flatMap(({ row }) => row?.id ?? []),
  );
  const read = (isOwn: boolean): ReadFile[] =>
    files.flatMap(({ id, of, row }) => {
      const text = texts.get(id);
      return row && text && (of === 'question') === isOwn ? [{ ...row, parts: text.parts }] : [];
    });
  const [own, others] = [read(true), read(false)];
  for (const { name } of [...own, ...others]) tell('reading', name);
  const found = await passagesOf(question.words, own, others);
  return {
    ...found,
    // The answer to an earlier question has already reported its files without text. Report only those deleted since
    // then.
    failed: files
      .filter(({ id, of, row }) => isCut(texts.get(id)) || (!texts.has(id) && (of !== 'earlier' || !row)))
      .map(({ id, name, row }) => ({
        title: row?.name ?? name,
        url: '',
        error: !row ? 'FILE_NOT_FOUND' : texts.has(id) ? 'FILE_TEXT_TRUNCATED' : errorOf(row),
      })),
    isAside: found.isClosest && files.every(({ of }) => of === 'earlier'),
  };
}

/** The question's own files, then the latest other files, up to the limit of files of one question. */
async function filesOf(
  platform: Pick<Platform, 'db' | 'clock'>,
  owner: Owner,
  { turn, exchanges }: FileQuestion,
): Promise<QuestionFile[]> {
  const most = Math.max(0, LIMITS.questionFiles.max - turn.fileIds.length);
  const own = namesOf(turn);
  // temporary files belong to one person: skip questions that another person asked
  const before = exchanges.filter((exchange) => exchange.turn.creatorId === owner.userId);
  const earlier = before.flatMap((exchange) => namesOf(exchange.turn)).slice(0, most);
  const named = new Map([...earlier, ...own]);
  const rows = new Map((await temporaryOf(platform, owner, [...named.keys()])).map((row) => [row.id, row]));
  const ofChat = most > 0 ? await temporaryOfChat(platform, owner, turn.parentId, most) : [];
  const fileOf = (of: QuestionFile['of'], [id, name]: [string, string]): QuestionFile => ({
    ...{ id, name, of },
    row: rows.get(id) ?? null,
  });
  const others = [
    ...ofChat.map((row): QuestionFile => ({ id: row.id, name: row.name, of: 'chat', row })),
    ...earlier.map((each) => fileOf('earlier', each)),
  ].sort((a, b) => (b.row?.created_at ?? 0) - (a.row?.created_at ?? 0));
  const known = new Set(turn.fileIds);
  return [
    ...own.map((each) => fileOf('question', each)),
    ...others.filter(({ id }) => !known.has(id) && known.add(id)).slice(0, most),
  ];
}

const namesOf = ({ fileIds, fileNames }: Pick<Turn, 'fileIds' | 'fileNames'>): [string, string][] =>
  fileIds.map((id, n) => [id, fileNames?.[n] ?? '']);

const isCut = (text: ParsedText | undefined): boolean => text?.notices.includes('truncated') ?? false;

const isBeingRead = ({ parse_status: status }: TemporaryFile): boolean => status === 'waiting' || status === 'parsing';

const errorOf = (row: TemporaryFile): string =>
  row.error || (isBeingRead(row) ? 'FILE_PARSE_TIMEOUT' : 'FILE_CONTENT_EMPTY');

/** Passages of the question's own files first, then matching passages of other files. */
async function passagesOf(
  words: string,
  own: readonly ReadFile[],
  others: readonly ReadFile[],
): Promise<Omit<Found, 'failed'>> {
  const besides = await rankedIn(words, others, own.length > 0 ? OTHER_PASSAGES : FILE_PASSAGES);
  if (own.length === 0) return besides.isClosest ? besides : matching(besides);
  const { passages } = besides.isClosest ? { passages: [] } : matching(besides);
  const ofOwn = await rankedIn(words, own, FILE_PASSAGES - passages.length);
  return { passages: [...ofOwn.passages, ...passages], isClosest: ofOwn.isClosest && passages.length === 0 };
}

const matching = ({ passages, isClosest }: Omit<Found, 'failed'>): Omit<Found, 'failed'> => ({
  passages: passages.filter(({ score }) => score > 0),
  isClosest,
});

async function rankedIn(words: string, files: readonly ReadFile[], limit: number): Promise<Omit<Found, 'failed'>> {
  const texts = files.map(({ name, parts }) => ({ title: name, parts }));
  const { passages, isClosest } = await rankPassages(words, texts, limit);
  return {
    isClosest,
    passages: passages.map(({ of, partId, text, place, score }): Passage => ({
      kind: 'temporary',
      id: files[of]!.id,
      partId,
      title: files[of]!.name,
      url: '',
      projectId: '',
      text,
      start: 0,
      place,
      at: -1,
      updatedAt: files[of]!.created_at,
      score,
    })),
  };
}
