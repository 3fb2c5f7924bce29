import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { FileButton } from '~/ui/controls/file-button';
import { AgentAvatar } from './agent-avatar';
import { AvatarError, prepareAvatar, type AvatarFault } from './prepare-avatar';

/** The picture of an agent: cropped to a square and reduced on this device. */
export function AvatarField({
  id,
  name,
  avatar,
  onChange,
}: {
  id: string;
  name: string;
  avatar: string;
  onChange: (avatar: string) => void;
}) {
  const { t } = useTranslation('agents');
  const choosing = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<AvatarFault | ''>('');
  const choose = async (file: File): Promise<void> => {
    setBusy(true);
    setFault('');
    try {
      onChange(await prepareAvatar(file));
    } catch (error) {
      setFault(error instanceof AvatarError ? error.fault : 'notPicture');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div role="group" aria-label={t('form.avatar')} className="flex flex-wrap items-center gap-4">
      <AgentAvatar agent={{ id, name, avatar }} size={56} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <FileButton
            ref={choosing}
            size="small"
            isLoading={isBusy}
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            label={t('form.avatarChoose')}
            onChoose={(file) => void choose(file)}
          />
          {avatar && (
            <Button
              size="small"
              variant="quiet"
              onPress={() => {
                onChange('');
                // this button is removed together with the picture
                choosing.current?.focus();
              }}
            >
              {t('form.avatarRemove')}
            </Button>
          )}
        </div>
        <p role={fault ? 'alert' : undefined} className={fault ? 'text-12 text-danger-ink' : 'text-12 text-ink-muted'}>
          {t(fault ? `form.avatarFault.${fault}` : 'form.avatarHint')}
        </p>
      </div>
    </div>
  );
}
