/**
 * Holds back questions whose files the server lacks, questions that a queued call stops before the server has confirmed
 * them, and questions that follow one of these: the server rejects a question that follows one it does not have.
 */
import type { Subscription } from 'rxjs';
import { filesOfQuestion, unsentQuestionFiles } from '../files/question-files';
import { deviceQuery } from '../storage/device-query';
import type { PendingDocument } from '../storage/pending';
import { stoppedQuestions } from '../storage/stop-calls';
import type { Applier } from './applier';

export class WaitingQuestions {
  private ids: ReadonlySet<string> = new Set();
  /** files or stops have changed since the last read */
  isStale = false;

  constructor(private readonly target: Pick<Applier, 'device' | 'documents'>) {}

  has({ collection, id, deleted }: Pick<PendingDocument, 'collection' | 'id' | 'deleted'>): boolean {
    return collection === 'turns' && !deleted && this.ids.has(id);
  }

  /**
   * Calls when files of questions were stored, have arrived, or were left out, and when stops were queued or answered.
   */
  watch(changed: () => void, failed: (error: unknown) => void): Subscription {
    const { device } = this.target;
    return deviceQuery(async () => [await unsentQuestionFiles(device), await stoppedQuestions(device)]).subscribe({
      next: () => {
        this.isStale = true;
        changed();
      },
      error: failed,
    });
  }

  /**
   * Determines the held-back questions. A question is written after the rows of its files, so the files of every
   * question that is pending at the time of the call are found.
   */
  async read(): Promise<void> {
    const { device, documents } = this.target;
    this.isStale = false;
    const files = new Set(await unsentQuestionFiles(device));
    const stopped = new Set(await stoppedQuestions(device));
    const waiting = new Set<string>();
    if (files.size + stopped.size > 0) {
      const turns = (await documents.pendingRows('turns')).filter((row) => !row._deleted);
      for (let before = -1; before < waiting.size;) {
        before = waiting.size;
        for (const turn of turns)
          if (
            stopped.has(turn.id) ||
            waiting.has(String(turn['followsId'])) ||
            filesOfQuestion(turn).some((id) => files.has(id))
          )
            waiting.add(turn.id);
      }
    }
    this.ids = waiting;
  }
}
