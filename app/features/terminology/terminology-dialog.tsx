import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '~/ui/controls/tabs';
import { Dialog } from '~/ui/overlays/dialog';
import { FilesTab } from './files-tab';
import { TermsTab } from './terms-tab';

/** Terms of the organization, and the files from which they are extracted. Every member may change both. */
export function TerminologyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('terminology');
  const [tab, setTab] = useState<'terms' | 'files'>('terms');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="full"
      title={t('title')}
      description={t('about')}
    >
      <Tabs
        label={t('title')}
        items={[
          { id: 'terms', label: t('tab.terms') },
          { id: 'files', label: t('tab.files') },
        ]}
        value={tab}
        onChange={setTab}
        className="flex h-full min-h-0 flex-col gap-4"
      >
        {tab === 'terms' ? <TermsTab /> : <FilesTab />}
      </Tabs>
    </Dialog>
  );
}
