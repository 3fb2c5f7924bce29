import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { ConfirmDialog } from '~/ui/overlays/dialog';

type Answer = 'asking' | 'yes' | 'no' | 'unknown';

export interface DropDialogProps {
  /** of a row of the outbox, or of a rejected change */
  id: string;
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => Promise<void>;
}

/** Confirms a deletion from this device, and says whether the server has it: the server is asked. */
export function DropDialog({ id, title, isOpen, onOpenChange, onConfirm }: DropDialogProps) {
  const { t } = useTranslation('outbox');
  const [answer, setAnswer] = useState<Answer>('asking');
  useEffect(() => {
    if (!isOpen) return undefined;
    let isOver = false;
    const show = (said: Answer): void => {
      if (!isOver) setAnswer(said);
    };
    setAnswer('asking');
    run('outbox.onServer', { id }).then(
      (said) => show(said.answer),
      () => show('unknown'),
    );
    return () => {
      isOver = true;
    };
  }, [id, isOpen]);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('dropTitle', { title })}
      confirmLabel={t('dropConfirm')}
      onConfirm={onConfirm}
      description={<span data-on-server={answer}>{t(`onServer.${answer}`)}</span>}
    />
  );
}
