/** Chats and web searches: questions, and answers from one's own sources and the web. */
import { answers } from '../../../sync/model/kinds/answers';
import { threads } from '../../../sync/model/kinds/threads';
import { writeDemoChats } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, job, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { answerRun } from './answer-run';
import { chatCalls, ChatView } from './contract';
import { transferThreads } from './ownership';
import { threadPolicy } from './policy';
import { restoreThread } from './restore';
import { resumeAnswers } from './resume';
import { chatRoutes } from './routes';
import { turnPolicy } from './turn-policy';

export const RESUME_JOB = 'chat-resume';

export const chatFeature = defineFeature<CoreServices>({
  name: 'core/chat',
  calls: [
    callGroup('Chats', 'Questions, and answers from one’s own sources and the web.', chatCalls, {
      Chat: ChatView,
      Thread: threads.schema,
      Answer: answers.schema,
    }),
  ],
  handlers: chatRoutes,
  policies: (platform) => [threadPolicy(platform), turnPolicy(platform)],
  jobs: (core) => {
    core.runs.define(answerRun(core));
    const resume = async (): Promise<void> => void (await resumeAnswers(core));
    return [
      job(
        { name: RESUME_JOB, concurrency: 1, retryLimit: 0, handle: resume },
        { cron: '*/10 * * * *', started: resume },
      ),
    ];
  },
  notifications: ['answerReady', 'answerFailed', 'answerReported'],
  ownership: (_services, tx, leaver, heirId) => transferThreads(tx, leaver, heirId),
  // Rows are deleted by the time of their last change: a question and the end of its answer change the row of the chat.
  retention: { rules: [{ collection: 'threads', countedAs: 'chats' }] },
  trash: { threads: restoreThread },
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because threads are not searched'),
  demo: writeDemoChats,
});
