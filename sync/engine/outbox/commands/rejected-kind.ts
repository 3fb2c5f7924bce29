import type { Version } from '../../../merge/merge';
import type { RejectedChange } from '../../storage/device-rows';
import type { CommandContext } from './context';

/** The behaviour of a kind when the server has rejected a change of its documents. */
export interface RejectedKind {
  /** Called before the document is written again, from where it may be pushed at once. */
  prepare?(context: CommandContext, item: RejectedChange): Promise<void>;
  /** Fields to write instead of those that would be rejected again. */
  corrected?(content: Record<string, unknown>): Partial<Version>;
  /** Fields of a document that is created again and whose version lacks them. */
  missingFields?(
    context: CommandContext,
    id: string,
    fields: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** Called after the document was created again. */
  created?(context: CommandContext, id: string, content: Record<string, unknown>): Promise<void>;
  /** Sends what was refused with the document, after it was written again. */
  sendAgain?(context: CommandContext, id: string): Promise<void>;
  /** Deletes what was refused with a change that the person gives up. */
  drop?(context: CommandContext, item: RejectedChange): Promise<void>;
  /**
   * Creates a document of this person's own with the content. Absent where that is not possible.
   * @param within changes that were rejected with it
   */
  copy?(context: CommandContext, item: RejectedChange, within: readonly RejectedChange[], id: string): Promise<void>;
  /** a copy leaves the changes within it for the person to decide */
  isCopiedAlone?: boolean;
}
