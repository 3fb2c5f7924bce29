import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { Select } from '~/ui/controls/select';
import { CITATION_STYLES } from '../../../sync/model/kinds/preferences';

/** How reports cite their sources. */
export function CitationStyle() {
  const { t } = useTranslation(['settings', 'research']);
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const style = preferences?.citationStyle ?? 'numbered';
  return (
    <Select
      label={t('research:citation.label')}
      hint={t('citationHint', { example: t(`research:citation.${style}Example`) })}
      options={CITATION_STYLES.map((id) => ({ id, label: t(`research:citation.${id}`) }))}
      value={style}
      onChange={(citationStyle) => void run('preferences.update', { citationStyle })}
    />
  );
}
