import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { toast } from '~/ui/feedback/toast';
import { Dialog } from '~/ui/overlays/dialog';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import { usePublication } from './use-publication';

const TEXTS = { closed: 'text', opens: 'opens', open: 'isOpen', closes: 'closes' } as const;

/** Opens and closes the public page of a canvas, and shows its address. */
export function PublishDialog({ canvas, onClose }: { canvas: Canvas; onClose: () => void }) {
  const { t } = useTranslation(['canvas', 'common', 'errors']);
  const areLinksOn = useAccount()?.publicLinks ?? true;
  const isOffline = useStatus().connection.state !== 'online';
  const publication = usePublication(canvas);
  const isSettled = publication === 'open' || publication === 'closed';
  const [problem, setProblem] = useState('');
  const address = location.origin + paths.publicCanvas(canvas.id);
  const publish = async (isPublic: boolean) => {
    try {
      await run('canvas.publish', { id: canvas.id, isPublic });
    } catch (error) {
      setProblem(errorText(t, error));
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(t('common:copied')),
      () => toast.error(t('canvas:publish.notCopied'), { description: address }),
    );
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('canvas:publish.title', { title: canvas.title })}
      description={
        !areLinksOn && publication === 'closed'
          ? t('errors:PUBLIC_LINKS_OFF')
          : t(`canvas:publish.${TEXTS[publication]}`)
      }
      footer={(close) =>
        canvas.isPublic ? (
          <>
            <Button variant="danger" className="mr-auto" onPress={() => void publish(false)}>
              {t('canvas:publish.end')}
            </Button>
            <Button variant="primary" onPress={close}>
              {t('common:done')}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={close}>{t('common:cancel')}</Button>
            <Button variant="primary" isDisabled={!areLinksOn} onPress={() => void publish(true)}>
              {t('canvas:publish.submit')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {canvas.isPublic && (
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 flex-1 break-all text-13 text-ink" translate="no">
              {address}
            </code>
            <Button size="small" icon={<Link2 aria-hidden size={14} />} onPress={() => void copy()}>
              {t('canvas:publish.copy')}
            </Button>
          </div>
        )}
        {isOffline && isSettled && <p className="text-13 text-ink-muted">{t('canvas:publish.offline')}</p>}
        {problem && (
          <p role="alert" className="text-13 text-danger-ink">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
