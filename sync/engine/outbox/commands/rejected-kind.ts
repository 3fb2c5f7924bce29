import type { Version } from '../../../merge/merge';
import type { RejectedChange } from '../../storage/device-rows';
import type { CommandContext } from './context';

/** The behaviour of a kind when the server has rejected a change of its documents. */
export interface RejectedKind {
  /**
   * Runs the work that writes a change again, in one tab at a time: under the lock with which other tabs settle changes
   * of this kind, or edit rejected ones. Absent if they do neither.
   */
  exclusively?(context: CommandContext, item: RejectedChange, work: () => Promise<void>): Promise<void>;
  /** Called before the document is written again, after which it may be pushed immediately. */
  prepare?(context: CommandContext, item: RejectedChange): Promise<void>;
  /** Fields to write instead of those that would be rejected again. */
  corrected?(content: Record<string, unknown>): Partial<Version>;
  /** Fields that the stored version lacks, for a document that is created again. */
  missingFields?(
    context: CommandContext,
    id: string,
    fields: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** Called after the document was created again. */
  created?(context: CommandContext, id: string, content: Record<string, unknown>): Promise<void>;
  /** Sends parts that were rejected with the document (such as recordings), after it was written again. */
  sendAgain?(context: CommandContext, id: string): Promise<void>;
  /** Deletes parts that were rejected with a change that the person discards. */
  drop?(context: CommandContext, item: RejectedChange): Promise<void>;
  /**
   * Creates a document owned by this person with the content. Absent if that is not possible.
   * @param within changes that were rejected with it
   */
  copy?(context: CommandContext, item: RejectedChange, within: readonly RejectedChange[], id: string): Promise<void>;
  /** the person decides separately on the changes within it */
  isCopiedAlone?: boolean;
}
