/** The inbox of tasks: the runs of one person (specification: workspace 7). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { RUN_STATES } from '../../../sync/model/runs';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf } from '../../../sync/protocol/paging';

const Status = v.picklist(RUN_STATES, 'PARAM_ERROR');

/** `subject`: the document that the run works on; its title is in the replicas of people who may see it. */
export const Task = v.object({
  id: Id,
  /** e.g. `transcription` */
  kind: v.string(),
  subject: v.object({ collection: v.string(), id: Id }),
  status: Status,
  attempts: v.number(),
  /** 0 to 1 */
  progress: v.number(),
  /** error code of the last attempt, '' for none */
  error: v.string(),
  /** when the next attempt begins; null unless RETRY */
  retryAt: v.nullable(v.number()),
  createdAt: v.number(),
  updatedAt: v.number(),
  endedAt: v.nullable(v.number()),
});
export type Task = v.InferOutput<typeof Task>;

export const taskCalls = {
  page: defineCall({
    service: 'core',
    method: 'POST',
    path: '/task/search/page',
    who: 'member',
    summary: 'Tasks of the caller, newest first; all, or those in one state.',
    input: v.object({ status: v.optional(Status), ...pageFields(20) }),
    output: pageOf(Task),
    errors: ['PARAM_ERROR'],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/task/{id}',
    who: 'member',
    summary: 'A task of the caller.',
    input: v.object({ id: Id }),
    output: Task,
    errors: ['TASK_NOT_FOUND'],
  }),
  cancel: defineCall({
    service: 'core',
    method: 'POST',
    path: '/task/{id}/cancel',
    who: 'member',
    summary: 'Cancels a task that has not ended. A running task stops shortly afterwards.',
    input: v.object({ id: Id }),
    output: Task,
    errors: ['TASK_NOT_FOUND'],
  }),
  retry: defineCall({
    service: 'core',
    method: 'POST',
    path: '/task/{id}/retry',
    who: 'member',
    perMinute: 30,
    summary: 'Retries a failed or cancelled task; finished steps are not repeated.',
    input: v.object({ id: Id }),
    output: Task,
    errors: ['TASK_NOT_FOUND', 'NO_PERMISSION', 'API_RATE_LIMIT_EXCEEDED'],
  }),
};
