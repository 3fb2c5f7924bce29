/**
 * Delivers one answer while it is written: publishes pieces on the live channel of its question, and stores the answer
 * every few seconds. Checks each second, and in the transaction that stores the answer, that the person may see the
 * chat and every source of the organization.
 */
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import { truncate } from '../../../sync/model/text';
import type { Activity, LiveEvent } from '../../../sync/protocol/live';
import type { RunContext } from '../../runs/run';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';
import { keyOf, spacesVisible } from '../search/read-documents';
import { wordsOfAnswer } from './conversation';
import { LiveText } from './live-text';

/** milliseconds between two checks of access, and between two writes of the answer */
const CHECK_MS = 1000;
const DOCUMENT_MS = 3000;
/** UTF-16 units of a chat's preview */
const PREVIEW = 300;

export type Written = Pick<
  Answer,
  'text' | 'citations' | 'sources' | 'failed' | 'leftOut' | 'isClosest' | 'isComplete' | 'mode' | 'provider' | 'model'
>;

/** The person may no longer see a source: text written from it must not be delivered. */
export class SourceLost extends Error {
  override readonly name = 'SourceLost';
}
/** The question was deleted, or the person may no longer see its chat. */
export class QuestionGone extends Error {
  override readonly name = 'QuestionGone';
}

const isOwn = ({ kind }: Pick<AnswerSource, 'kind'>): boolean => kind !== 'web' && kind !== 'temporary';

export class Delivery {
  readonly live: LiveText;
  /** space of the question at the last check: a chat may be moved while a question is answered */
  private space: string;
  private checkedAt = -Infinity;
  private writtenAt = performance.now();

  constructor(
    private readonly core: Pick<CoreServices, 'sync' | 'live' | 'retrieval' | 'platform'>,
    private readonly context: Pick<RunContext<unknown>, 'companyId' | 'ownerId' | 'subject'>,
    /** the question as read at the start of the run */
    private readonly turn: Pick<StoredDoc<'turns'>, 'parentId' | 'space'>,
  ) {
    this.space = turn.space;
    this.live = new LiveText((event) => this.publish(event));
  }

  activity(activity: Activity, name: string): void {
    this.publish({ type: 'activity', activity, name: truncate(name, 200) });
  }

  /** Checks the person's access. Throws SourceLost or QuestionGone. */
  async check(sources: readonly AnswerSource[]): Promise<void> {
    const { companyId, ownerId: userId, subject } = this.context;
    const thread = { collection: 'threads', id: this.turn.parentId } as const;
    const [spaces] = await Promise.all([
      spacesVisible(this.core.platform, { companyId, userId }, [subject, thread]),
      this.checkSources(sources),
    ]);
    const space = spaces.get(keyOf(subject));
    if (space === undefined || !spaces.has(keyOf(thread))) throw new QuestionGone();
    this.space = space;
    this.checkedAt = performance.now();
  }

  /** Checks access or stores the answer if the time since the last check or write has passed. */
  async keep(written: () => Written): Promise<void> {
    const now = performance.now();
    if (now - this.writtenAt >= DOCUMENT_MS) await this.write(written());
    else if (now - this.checkedAt >= CHECK_MS) await this.check(written().sources);
  }

  /** Stores the answer. Throws SourceLost or QuestionGone if the person may not see all of it any more. */
  async write(written: Written): Promise<void> {
    const { companyId, subject } = this.context;
    await this.core.sync.write(companyId, async (tx) => {
      const { turn, thread } = await this.checkIn(tx, written.sources);
      await tx.put('answers', subject.id, {
        ...written,
        space: turn.space,
        threadId: thread.id,
        answeredAt: tx.now(),
      });
      if (written.isComplete) await tx.put('threads', thread.id, { body: previewOf(written) });
    });
    this.checkedAt = this.writtenAt = performance.now();
  }

  /** Clears the stored answer after SourceLost. */
  async withdraw(): Promise<void> {
    this.live.reset();
    const { companyId, subject } = this.context;
    await this.core.sync.write(companyId, async (tx) => {
      const answer = await tx.get('answers', subject.id);
      if (answer && (answer.text !== '' || answer.sources.length > 0))
        await tx.put('answers', subject.id, { text: '', citations: [], sources: [], failed: [] });
    });
  }

  private async checkIn(tx: Pick<SyncTransaction, 'get' | 'roleIn'>, sources: readonly AnswerSource[]) {
    const { ownerId, subject } = this.context;
    const turn = await tx.get('turns', subject.id);
    const thread = turn && (await tx.get('threads', turn.parentId));
    if (!turn || !thread || (await tx.roleIn(thread.space, ownerId)) === null) throw new QuestionGone();
    this.space = turn.space;
    await this.checkSources(sources);
    return { turn, thread };
  }

  private async checkSources(sources: readonly AnswerSource[]): Promise<void> {
    const { companyId, ownerId: userId } = this.context;
    const own = sources.filter(isOwn);
    if (own.length === 0) return;
    const visible = await this.core.retrieval.visible({ companyId, userId }, own);
    if (own.some(({ id }) => !visible.has(id))) throw new SourceLost();
  }

  private publish(event: LiveEvent): void {
    const { companyId, subject } = this.context;
    this.core.live
      .publish({ companyId, ...subject }, event, { space: this.space })
      .catch((error: unknown) =>
        this.core.platform.log.warn({ err: error }, 'a live event of an answer could not be sent'),
      );
  }
}

/** The beginning of an answer as one line of plain text. */
export const previewOf = (answer: Pick<Answer, 'mode' | 'text' | 'citations'>): string =>
  truncate(
    wordsOfAnswer(answer)
      // horizontal rules and the delimiter rows of tables
      .replace(/^[ \t|:-]+$/gm, '')
      .replace(/(?<!\\)[*_`#>|]+/g, '')
      .replace(/\\(?=[\p{P}\p{S}])/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
    PREVIEW,
  );
