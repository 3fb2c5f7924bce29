/**
 * Summaries of meetings and their versions. When the server applies a template, the edited text is saved as a version.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { moment } from '../numbers';

export const SummaryVersion = v.looseObject({
  id: Id,
  content: v.string(),
  templateId: IdOrNone,
  mode: v.string(),
  by: IdOrNone,
  at: moment(),
});

export const summaries = defineKind({
  name: 'summaries',
  store: 'contents',
  direction: 'both',
  fields: {
    meetingId: Id,
    creatorId: Id,
    content: v.pipe(v.string(), v.maxLength(400_000)),
    templateId: IdOrNone,
    status: v.picklist(['none', 'waiting', 'processing', 'done', 'failed']),
    error: v.string(),
    versions: v.array(SummaryVersion),
    provider: v.string(),
    model: v.string(),
    mode: v.string(),
    generatedAt: moment(),
  },
  indexes: [],
  label: 'summary',
  parents: [{ kind: 'meetings', idPrefix: '' }],
  merge: {
    meetingId: 'server',
    creatorId: 'server',
    content: 'value',
    templateId: 'server',
    status: 'server',
    error: 'server',
    versions: 'byId',
    provider: 'server',
    model: 'server',
    mode: 'server',
    generatedAt: 'server',
  },
  abilities: (doc, role, viewer) => (doc['creatorId'] === viewer.userId || role !== 'viewer' ? ['update'] : []),
});
export type Summary = DocOf<typeof summaries>;
