import { useTranslation } from 'react-i18next';
import type { SearchAnchor } from '~/features/search-anchor/anchor';
import type { TextPart } from '../../../sync/model/parsed-text';
import { FoundBoxes } from './found-boxes';
import { useBlobUrl } from './use-file-bytes';

/** An image, with the found words marked in it. */
export function ImageView({
  blob,
  title,
  part,
  anchor,
}: {
  blob: Blob;
  title: string;
  part: TextPart | undefined;
  anchor: SearchAnchor | null;
}) {
  const { t } = useTranslation('files');
  const url = useBlobUrl(blob);
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('preview.label')}
      className="focus-ring min-h-0 flex-1 overflow-auto p-4"
    >
      <div className="relative mx-auto w-fit max-w-full">
        {url && <img src={url} alt={title} className="block h-auto max-w-full rounded-control" />}
        <FoundBoxes part={part} anchor={anchor} />
      </div>
    </div>
  );
}
