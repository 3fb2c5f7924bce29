import { useTranslation } from 'react-i18next';
import type { People } from '~/features/people/use-people';
import { sizeText } from '~/i18n/size-text';
import { Moment } from '~/ui/data/relative-time';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { categoryOf } from '../../../sync/model/file-types';
import { bytesOf } from '../../../sync/model/item-order';
import { Facts } from './facts';
import { typeName } from './file-icon';
import { fileState } from './file-state';
import { FileVersions } from './file-versions';
import { ItemNotices } from './item-notices';
import { languageName } from './language-name';
import { StateWord, useStateDetail } from './state-text';
import { useLocalFile } from './use-files';
import { languageTag } from '../../../sync/model/languages';

/** Details of a file, and its versions. */
export function FileDetails({ item, people }: { item: ProjectItem; people: People }) {
  const { t, i18n } = useTranslation('files');
  const local = useLocalFile(item.id);
  const state = fileState(item, local);
  const detail = useStateDetail(item, state) ?? (state.id === 'elsewhere' ? t('detail.elsewhere') : null);
  const bytes = bytesOf(item, local);
  const person = people.byId.get(item.addedBy);
  return (
    <div className="min-h-0 flex-1 overflow-auto pb-8">
      <ItemNotices item={{ ...item, error: '' }} />
      <Facts
        facts={[
          [
            t('column.state'),
            <>
              <StateWord state={state} />
              {detail && <span className="block text-12 text-ink-muted">{detail}</span>}
            </>,
          ],
          [t('column.size'), bytes > 0 ? sizeText(bytes, i18n.language) : ''],
          [t('fact.type'), typeName(item)],
          [t('fact.pages'), item.pages > 0 ? new Intl.NumberFormat(languageTag(i18n.language)).format(item.pages) : ''],
          [t('fact.language'), categoryOf(item) === 'code' ? '' : languageName(item.language, i18n.language)],
          [t('column.addedBy'), person?.name ?? ''],
          [t('column.added'), <Moment key="at" at={item.createdAt} />],
          [t('fact.changed'), item.contentAt > 0 && item.version > 1 ? <Moment key="at" at={item.contentAt} /> : ''],
          [t('fact.device'), t(local?.hasBytes ? 'fact.onDevice' : 'fact.notOnDevice')],
        ]}
      />
      <FileVersions item={item} people={people} />
    </div>
  );
}
