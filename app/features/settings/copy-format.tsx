import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { Select } from '~/ui/controls/select';

const FORMATS = ['text', 'markdown', 'html'] as const;

/** The format in which a note is copied. */
export function CopyFormat() {
  const { t } = useTranslation('settings');
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  return (
    <Select
      label={t('copyFormat')}
      hint={t('copyFormatHint')}
      options={FORMATS.map((id) => ({ id, label: t(`copyFormats.${id}`) }))}
      value={preferences?.copyFormat ?? 'text'}
      onChange={(copyFormat) => void run('preferences.update', { copyFormat })}
    />
  );
}
