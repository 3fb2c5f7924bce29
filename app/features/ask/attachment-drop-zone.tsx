import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DropZone } from '~/ui/controls/drop-zone';
import type { Draft } from './draft';

/** Attaches files dropped on this region to the question that is being written. */
export function AttachmentDropZone({
  draft,
  className,
  children,
}: {
  draft: Draft;
  className?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('ask');
  return (
    <DropZone text={t('files.drop')} {...(className ? { className } : {})} onDrop={draft.attach}>
      {children}
    </DropZone>
  );
}
