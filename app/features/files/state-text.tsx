import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { sizeText } from '~/i18n/size-text';
import { useQuery } from '~/replica/hooks';
import { StateDot } from '~/ui/data/state-dot';
import { RowProgress } from '~/ui/feedback/row-progress';
import { LIMITS } from '../../../sync/model/limits';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { otherType } from './file-icon';
import { sentShare, type FileState } from './file-state';

/** The state of a file as a word with a dot. */
export function StateWord({ state }: { state: FileState }) {
  const { t } = useTranslation('files');
  return <StateDot tone={state.tone}>{t(`state.${state.id}`)}</StateDot>;
}

/** The second line of a row: progress, failure or a wrong extension; null if there is nothing to say. */
export function useStateDetail(item: Pick<ProjectItem, 'title' | 'mimeType'>, state: FileState): string | null {
  const { t, i18n } = useTranslation(['files', 'common', 'errors']);
  const size = (bytes: number): string => sizeText(bytes, i18n.language);
  const { upload, error, id } = state;
  const reason = error === '' ? '' : errorText(t, { code: error, params: { fileName: item.title } });
  if (id === 'refused')
    return (upload?.attempts ?? 0) >= LIMITS.uploadRetries
      ? `${t('files:detail.refused', { max: LIMITS.uploadRetries })} ${reason}`.trim()
      : reason || t('common:file.uploadFailed');
  if (upload) {
    const bytes = t('files:detail.sent', { sent: size(upload.sent), total: size(upload.bytes) });
    const attempt = t('files:detail.attempt', { attempt: upload.attempts, max: LIMITS.uploadRetries });
    const parts = [id !== 'queued' && bytes, upload.attempts > 0 && attempt, reason];
    return parts.filter(Boolean).join(' · ') || null;
  }
  const other = otherType(item);
  return reason || (other && t('files:detail.otherType', other));
}

/** The progress bar of a row: of the upload, or of the extraction of the text. */
export function StateProgress({ item, state }: { item: Pick<ProjectItem, 'id' | 'title'>; state: FileState }) {
  const { t } = useTranslation('files');
  if (state.upload && state.id !== 'refused' && state.id !== 'queued')
    return (
      <RowProgress
        label={t('progress.sending', { title: item.title })}
        value={sentShare(state.upload)}
        isPaused={state.id === 'paused'}
      />
    );
  return state.id === 'parsing' ? <ParsingProgress item={item} /> : null;
}

function ParsingProgress({ item }: { item: Pick<ProjectItem, 'id' | 'title'> }) {
  const { t } = useTranslation('files');
  const share = useQuery({ kind: 'progress', collection: 'projectItems', id: item.id });
  return (
    <RowProgress
      label={t('progress.parsing', { title: item.title })}
      value={typeof share === 'number' ? share * 100 : null}
    />
  );
}
