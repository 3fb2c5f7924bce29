import { useTranslation } from 'react-i18next';
import { GadgetList } from '~/features/gadget/gadget-list';
import { loadNamespaces } from '~/i18n/client';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

export const clientLoader = async () => {
  await loadNamespaces(['gadget']);
  return null;
};

/** Gadgets of the company. */
export default function Gadgets() {
  const { t } = useTranslation('gadget');
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        <GadgetList />
      </PageBody>
    </>
  );
}
