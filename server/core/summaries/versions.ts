/** Earlier versions of a summary's text. */
import { newId } from '../../../sync/model/ids';
import { isEdited, staysAsVersion, type Summary } from '../../../sync/model/kinds/summaries';
import { LIMITS } from '../../../sync/model/limits';

/** The versions after the text is replaced: the present text is added if a person wrote or edited it. */
export function versionsAfter(before: Omit<Summary, 'abilities'>, now: number): Summary['versions'] {
  if (!staysAsVersion(before)) return before.versions;
  const { content, templateId, mode, generatedAt, editedAt = 0, moments = [] } = before;
  // `editedBy` may belong to an earlier text
  const by = isEdited(before) ? (before.editedBy ?? '') : '';
  const present = { id: newId(now), content, templateId, mode, by, at: Math.max(editedAt, generatedAt), moments };
  return [present, ...before.versions].slice(0, LIMITS.summaryVersions);
}
