import { meetingAnalysisCalls } from '../../../server/core/meeting-analysis/contract';
import { summaryCalls } from '../../../server/core/summaries/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [summaryCalls.create, (ann) => [{ meetingId: ann.meeting, content: 'Stolen' }]],
  [summaryCalls.get, (ann) => [{ id: ann.meeting }]],
  [summaryCalls.getOfMeeting, (ann) => [{ id: ann.meeting }]],
  [summaryCalls.findOfMeeting, (ann) => [{ meetingId: ann.meeting }]],
  [summaryCalls.updateContent, (ann) => [{ id: ann.meeting, content: 'Stolen' }]],
  [summaryCalls.applyTemplate, (ann) => [{ meetingId: ann.meeting, templateUuid: 'weekly-meeting' }]],
  [summaryCalls.testTemplate, (ann) => [{ meetingId: ann.meeting, title: 'Ours', content: '## All', language: 'en' }]],
  [summaryCalls.cancel, (ann) => [{ meetingId: ann.meeting }]],
  [summaryCalls.optimizeNote, (ann) => [{ meetingId: ann.meeting, noteContent: 'Budget' }]],
  [meetingAnalysisCalls.ask, (ann) => [{ meetingId: ann.meeting, question: 'What was decided?' }]],
  [meetingAnalysisCalls.engagement, (ann) => [{ id: ann.meeting }]],
];
