import { CloudOff, FileWarning, HardDrive } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { Button } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Skeleton } from '~/ui/feedback/skeleton';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { contentKind, HEAD_BYTES } from './content-kind';
import { ItemNotices } from './item-notices';
import { previewKind, type PreviewKind } from './preview-kind';
import { useFileBytes } from './use-file-bytes';
import { useOpenedText } from './use-opened-text';

const PdfView = lazy(async () => ({ default: (await import('./pdf/pdf-view')).PdfView }));
const ImageView = lazy(async () => ({ default: (await import('./image-view')).ImageView }));
const SourceView = lazy(async () => ({ default: (await import('./source-view')).SourceView }));
const AudioView = lazy(async () => ({ default: (await import('./audio-view')).AudioView }));

/** The original of a file, or the reason why it cannot be shown, with a button for its extracted text. */
export function FilePreview({ item, onText }: { item: ProjectItem; onText: () => void }) {
  const { t } = useTranslation(['files', 'errors']);
  const bytes = useFileBytes(item.id, item.version);
  const { text, part, anchor } = useOpenedText(item.id);
  const [failure, setFailure] = useState<unknown>(null);
  const named = previewKind(item);
  const kind = useContentKind('blob' in bytes ? bytes.blob : null, named);
  const showText = text && text.parts.length > 0 && kind !== 'source' && (
    <Button onPress={onText}>{t('files:preview.showText')}</Button>
  );
  if (failure || 'failed' in bytes)
    return (
      <>
        <ItemNotices item={item} />
        <EmptyState
          icon={<FileWarning size={22} />}
          title={t('files:preview.failed')}
          text={'failed' in bytes ? errorText(t, bytes.failed) : t('files:preview.failedText')}
          action={showText}
        />
      </>
    );
  if ('loading' in bytes || ('blob' in bytes && kind === null)) return <Skeleton className="mx-4 h-72" />;
  if ('missing' in bytes)
    return (
      <EmptyState
        icon={bytes.missing === 'offline' ? <CloudOff size={22} /> : <HardDrive size={22} />}
        title={t(`files:preview.${bytes.missing}`)}
        text={t(`files:preview.${bytes.missing}Text`)}
        action={showText}
      />
    );
  const { blob } = bytes;
  return (
    <>
      <ItemNotices item={item} />
      <Suspense fallback={<Skeleton className="mx-4 h-72" />}>
        {kind === 'pdf' && <PdfView blob={blob} part={part} anchor={anchor} onFailed={setFailure} />}
        {kind === 'image' && <ImageView blob={blob} title={item.title} part={part} anchor={anchor} />}
        {kind === 'source' && (
          <SourceView blob={blob} title={named === kind ? item.title : ''} part={part} anchor={anchor} />
        )}
        {kind === 'audio' && <AudioView item={item} blob={blob} />}
      </Suspense>
    </>
  );
}

/** The kind of preview by the content; null until the first bytes are read. */
function useContentKind(blob: Blob | null, named: PreviewKind): PreviewKind | null {
  const [found, setFound] = useState<{ of: Blob; kind: PreviewKind } | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    let isOver = false;
    const take = (kind: PreviewKind): void => {
      if (!isOver) setFound({ of: blob, kind });
    };
    blob
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .then(
        (head) => take(contentKind(named, new Uint8Array(head))),
        () => take(named),
      );
    return () => {
      isOver = true;
    };
  }, [blob, named]);
  return blob && found?.of === blob ? found.kind : null;
}
