import { MessageSquare, RotateCcw, Trash2 } from 'lucide-react';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { useTranslation } from 'react-i18next';
import type { People } from '~/features/people/use-people';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { Badge } from '~/ui/data/badge';
import { ListRow } from '~/ui/data/list-row';
import { TRASH_DAYS } from '../../../server/core/trash/contract';
import type { TrashRow } from './use-trash';

const DAY = 24 * 60 * 60_000;

/** Days until an entry is erased, with the one that has begun. A clock that is ahead of this page adds none. */
export const daysLeft = (endsAt: number, now: number): number =>
  Math.min(TRASH_DAYS, Math.max(0, Math.ceil((endsAt - now) / DAY)));

export interface TrashRowProps {
  row: TrashRow;
  people: People;
  /** milliseconds since the epoch */
  now: number;
  isBusy: boolean;
  onRestore: () => void;
  onErase: () => void;
}

/** A deleted document with its project, the person who deleted it, and the days until it is erased. */
export function TrashEntryRow({ row, people, now, isBusy, onRestore, onErase }: TrashRowProps) {
  const { t } = useTranslation('trash');
  const project = useQuery({ kind: 'one', collection: 'projects', id: row.projectId || 'none' });
  const by = row.deletedBy && row.deletedBy !== people.me.userId ? people.byId.get(row.deletedBy)?.name : undefined;
  const Icon = row.kind === 'threads' ? MessageSquare : KIND_ICONS[row.kind];
  const title = row.title || t('untitled');
  const detail = [
    t(`kind.${row.kind}`),
    row.kind === 'projects' && row.notes > 0 ? t('notes', { count: row.notes }) : '',
    row.kind === 'projects' && row.meetings > 0 ? t('meetings', { count: row.meetings }) : '',
    // where the person only may no longer add to it, the project is still there
    project?.title ?? (row.isProjectGone ? t('projectGone') : ''),
    by ? t('by', { name: by }) : '',
  ].filter(Boolean);
  return (
    <ListRow
      icon={<Icon size={18} />}
      title={<Written text={title} />}
      detail={detail.join(' · ')}
      at={row.deletedAt}
      meta={
        <>
          {row.isRestoring ? (
            <Badge>{t('restoring')}</Badge>
          ) : row.isLocal ? (
            <Badge>{t('onDevice')}</Badge>
          ) : (
            <span className="tabular">{t('daysLeft', { count: daysLeft(row.endsAt, now) })}</span>
          )}
          <span className={row.isRestoring ? 'hidden' : 'flex items-center gap-1'}>
            <Button
              size="small"
              variant="quiet"
              className="max-sm:gap-0"
              isLoading={isBusy}
              icon={<RotateCcw aria-hidden size={16} />}
              onPress={onRestore}
            >
              <span className="max-sm:sr-only">
                {t('restore')} <span className="sr-only">{title}</span>
              </span>
            </Button>
            {row.canErase && (
              <IconButton
                size="small"
                label={t('eraseOne', { title })}
                icon={<Trash2 aria-hidden size={16} />}
                onPress={onErase}
              />
            )}
          </span>
        </>
      }
    />
  );
}
