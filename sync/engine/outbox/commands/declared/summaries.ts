/** Summaries. */
import type { Language } from '../../../../model/languages';

export interface SummaryCommands {
  /** queued as a call: the server writes the summary by a template; `language`: of its text */
  'summary.request': { input: { meetingId: string; templateId: string; language: Language }; output: null };
  /** queued as a call: cancels the writing of a summary */
  'summary.cancel': { input: { meetingId: string }; output: null };
  /** edits the text of a summary (Markdown) */
  'summary.edit': { input: { meetingId: string; content: string }; output: null };
}
