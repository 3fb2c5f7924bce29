import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { FileChooser } from '~/ui/controls/file-chooser';
import { addFiles } from './adding';

/**
 * A button that chooses several files and adds them to a project. `isCompact`: on a narrow screen only the icon is
 * shown.
 */
export function AddFilesButton({ projectId, isCompact = false }: { projectId: string; isCompact?: boolean }) {
  const { t } = useTranslation('files');
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="primary"
        {...(isCompact ? { className: 'max-sm:gap-0' } : {})}
        icon={<FileUp aria-hidden size={16} />}
        onPress={() => chooser.current?.click()}
      >
        <span className={isCompact ? 'max-sm:sr-only' : ''}>{t('add')}</span>
      </Button>
      <FileChooser ref={chooser} multiple data-file-chooser onChoose={(files) => void addFiles(projectId, files)} />
    </>
  );
}
