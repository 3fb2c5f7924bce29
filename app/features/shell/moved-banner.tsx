import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';

/**
 * Reports that another organization was opened because the person was removed from the previous one. Not shown after a
 * switch by the person.
 */
export function MovedBanner() {
  const { t } = useTranslation('shell');
  const account = useAccount();
  const before = useRef(account);
  const [left, setLeft] = useState('');
  useEffect(() => {
    const was = before.current;
    if (!account) return;
    before.current = account;
    if (was?.userId !== account.userId || was.companyId === account.companyId) return;
    const isMember = account.companies.some(({ id }) => id === was.companyId);
    setLeft(isMember ? '' : (was.companies.find(({ id }) => id === was.companyId)?.name ?? ''));
  }, [account]);
  const name = account?.companies.find(({ id }) => id === account.companyId)?.name;
  if (!left || !name) return null;
  return (
    <Banner isWide live="alert" kind="info" title={t('banner.moved', { name })} onClose={() => setLeft('')}>
      {t('banner.movedText', { left })}
    </Banner>
  );
}
