/** Chats. */
import type * as v from 'valibot';
import type { ItemShareRange } from '../../../../model/kinds/notes';
import type { Turn } from '../../../../model/kinds/turns';

export interface ChatCommands {
  /**
   * Asks a question in a thread of one's own, or in a new private one; offline it waits. It follows the thread's last
   * question, or `followsId` ('': none), which makes a branch. `files`: files that the server does not have; they are
   * stored on this device, uploaded before the question is sent, and appended to its `fileIds`. With the `id` of an
   * upload that the caller has begun, that upload is continued. Throws
   * CHAT_QUESTION_REQUIRED, CHAT_NOT_FOUND, PROJECT_NOT_FOUND, PARAM_ERROR, FILE_NAME_REQUIRED,
   * FILE_NAME_LENGTH_EXCEEDED, FILE_TYPE_NOT_SUPPORT, FILE_MAX_LENGTH_EXCEEDED, FILE_CONTENT_EMPTY, DEVICE_STORAGE_FULL
   */
  'chat.ask': {
    input: Pick<Turn, 'question' | 'fileIds' | 'fileNames' | 'usesWeb' | 'language'> & {
      context: readonly (Pick<Turn['context'][number], 'kind' | 'id' | 'title'> & { only?: 'meetings' })[];
      files?: readonly { id?: string; file: Blob; name: string }[];
      threadId?: string;
      followsId?: string;
      projectId?: string;
      /** of a new thread */
      kind: 'chat' | 'search';
    };
    output: { threadId: string; turnId: string };
  };
  /**
   * takes back a question that was not sent; otherwise queued as a call that ends the answer and keeps its text so far.
   * A question that the server turns out not to have is taken back, too
   */
  'chat.stop': { input: { turnId: string }; output: { isTakenBack: boolean } };
  /** sends a question that waits without one of its files. Throws CHAT_NOT_FOUND if it was sent */
  'chat.leaveFile': { input: { turnId: string; fileId: string }; output: null };
  /** queued as a call: answers a failed or stopped question again */
  'chat.retry': { input: { turnId: string }; output: null };
  /**
   * queued as a call, in place of one for the same source that waits: says whether a source of an answer is useless.
   * Throws NO_DATA
   */
  'chat.rateSource': { input: { turnId: string; source: number; isUseless: boolean }; output: null };
  'thread.rename': { input: { id: string; title: string }; output: null };
  /** deletes a chat with its questions and answers */
  'thread.delete': { input: { id: string }; output: null };
  /** `project`: only for a chat of a project */
  'thread.share': { input: { id: string; shareRange: v.InferOutput<typeof ItemShareRange> }; output: null };
}
