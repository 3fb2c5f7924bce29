/** Earlier texts of a summary. */
import { newId } from '../../../sync/model/ids';
import { isEdited, staysAsVersion, type Summary } from '../../../sync/model/kinds/summaries';
import { LIMITS } from '../../../sync/model/limits';

/** The versions of a summary whose text is about to be replaced: with that text if it is a person’s. */
export function versionsAfter(before: Omit<Summary, 'abilities'>, now: number): Summary['versions'] {
  if (!staysAsVersion(before)) return before.versions;
  const { content, templateId, mode, generatedAt, editedAt = 0, moments = [] } = before;
  // of an earlier text, unless this one was edited
  const by = isEdited(before) ? (before.editedBy ?? '') : '';
  const present = { id: newId(now), content, templateId, mode, by, at: Math.max(editedAt, generatedAt), moments };
  return [present, ...before.versions].slice(0, LIMITS.summaryVersions);
}
