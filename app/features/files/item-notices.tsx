import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { Banner } from '~/ui/feedback/banner';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { otherType } from './file-icon';

/** Notices about a file or page: macros, a shortened text, a wrong extension, a failure. */
export function ItemNotices({ item }: { item: ProjectItem }) {
  const { t } = useTranslation(['files', 'errors']);
  const { error, title } = item;
  const other = otherType(item);
  // the notice about a wrong extension ends when the file is renamed
  const notices = item.notices.filter((notice) => notice !== 'otherType' || other);
  if (notices.length === 0 && error === '') return null;
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {error !== '' && <Banner kind="warning">{errorText(t, { code: error, params: { fileName: title } })}</Banner>}
      {notices.length > 0 && (
        <ul className="flex flex-col gap-0.5 px-1 text-12 text-ink-muted" data-notices>
          {notices.map((notice) => (
            <li key={notice}>{t(`files:notice.${notice}`, { ...other })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
