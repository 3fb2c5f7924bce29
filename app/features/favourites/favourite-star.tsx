import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { IconButton } from '~/ui/controls/icon-button';
import type { TopKind } from '../../../sync/model/top-kinds';
import { useFavourite } from './favourites';

/** The star of a project, note or meeting: puts it into the sidebar, or takes it out. */
export function FavouriteStar({ kind, id, size = 'normal' }: { kind: TopKind; id: string; size?: 'small' | 'normal' }) {
  const { t } = useTranslation(['project', 'errors']);
  const [isFavourite, toggle] = useFavourite(kind, id);
  return (
    <IconButton
      size={size}
      label={t(isFavourite ? 'project:favourite.remove' : 'project:favourite.add')}
      icon={
        <Star
          aria-hidden
          size={size === 'small' ? 16 : 18}
          className={isFavourite ? 'fill-current text-accent-ink' : ''}
        />
      }
      onPress={() => void toggle().catch((error: unknown) => reportFailure(t, error))}
    />
  );
}

/** The star in the row of a list; on a narrow screen the document's header has it. */
export const RowStar = ({ kind, id }: { kind: TopKind; id: string }) => (
  <span className="max-sm:hidden">
    <FavouriteStar kind={kind} id={id} size="small" />
  </span>
);
