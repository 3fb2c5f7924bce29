import { useTranslation } from 'react-i18next';
import type { MentionTarget } from '../../../sync/model/mentions';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';

/** The notes and meetings that mention a document, under it; nothing without any. */
export function Backlinks({ target }: { target: MentionTarget }) {
  const { t } = useTranslation('note');
  const links = useQuery({ kind: 'backlinks', target });
  if (!links || links.length === 0) return null;
  return (
    <section aria-labelledby="backlinks" className="mt-8 border-t border-line pt-4">
      <h2 id="backlinks" className="mb-2 text-13 font-medium text-ink-muted">
        {t('backlinks.title')}
      </h2>
      <ul>
        {links.map(({ collection, id, title, projectId }) => {
          const Icon = KIND_ICONS[collection];
          return (
            <li key={collection + id}>
              <ListRow
                href={paths.document(collection, { id, projectId })}
                icon={<Icon aria-hidden size={18} />}
                title={<Written text={title} />}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
