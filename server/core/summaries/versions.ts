/** Earlier texts of a summary. */
import { newId } from '../../../sync/model/ids';
import { isEdited, type Summary } from '../../../sync/model/kinds/summaries';
import { LIMITS } from '../../../sync/model/limits';

/** The versions of a summary whose text is about to be replaced: with that text if a person has edited it. */
export function versionsAfter(before: Omit<Summary, 'abilities'>, now: number): Summary['versions'] {
  if (!isEdited(before) || before.content.trim() === '') return before.versions;
  const { content, templateId, mode, editedBy = '', editedAt = now, moments = [] } = before;
  return [{ id: newId(now), content, templateId, mode, by: editedBy, at: editedAt, moments }, ...before.versions].slice(
    0,
    LIMITS.summaryVersions,
  );
}
