import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import { FormDialog } from '~/ui/overlays/form-dialog';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { fieldsOf, readSettings, SiteSettingsFields } from './link-form';

/** A dialog that changes the crawl settings of a website or page. */
export default function LinkSettings({ item, onClose }: { item: ProjectItem; onClose: () => void }) {
  const { t } = useTranslation(['links', 'common', 'errors']);
  const isWebsite = item.itemType === 'website';
  const [fields, setFields] = useState(() => fieldsOf(item));
  const [isInvalid, setInvalid] = useState(false);
  const [error, setError] = useState('');
  const save = async () => {
    const settings = readSettings(isWebsite ? fields : { ...fields, pageLimit: '1' });
    if (!settings) return setInvalid(true);
    try {
      await run('link.settings', {
        id: item.id,
        recrawl: settings.recrawl,
        ...(isWebsite ? { depth: settings.depth, pageLimit: settings.pageLimit } : {}),
      });
    } catch (failed) {
      return setError(errorText(t, failed));
    }
    if (isWebsite) toast.message(t('links:settings.saved'));
    onClose();
  };
  return (
    <FormDialog
      title={t('links:settings.title', { title: item.title })}
      submitLabel={t('common:save')}
      onSubmit={save}
      onClose={onClose}
    >
      <SiteSettingsFields
        value={fields}
        isWebsite={isWebsite}
        isInvalid={isInvalid}
        onChange={(next) => {
          setFields(next);
          setInvalid(false);
          setError('');
        }}
      />
      {error && (
        <p role="alert" className="mt-3 text-12 text-danger-ink">
          {error}
        </p>
      )}
    </FormDialog>
  );
}
