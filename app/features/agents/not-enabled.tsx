import { BotOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { languageTag } from '../../../sync/model/languages';

/** The names of the administrators as a list, '' if this device knows none. */
function useAdministrators(): string {
  const { i18n } = useTranslation();
  const people = useQuery({ kind: 'find', collection: 'people', selector: { kind: 'member' } });
  return useMemo(() => {
    const names = (people ?? [])
      .filter(({ active, role }) => active && (role === 'owner' || role === 'admin'))
      .map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b));
    return new Intl.ListFormat(languageTag(i18n.language), { type: 'conjunction' }).format(names);
  }, [people, i18n.language]);
}

/** Shown if agents are disabled for this person: the administrators to ask, and the person's own agents. */
export function NotEnabled({ hasOwn = false }: { hasOwn?: boolean }) {
  const { t } = useTranslation('agents');
  const names = useAdministrators();
  const text = names ? t('notEnabled.ask', { names }) : t('notEnabled.askSome');
  if (!hasOwn)
    return <EmptyState icon={<BotOff size={22} />} title={t('notEnabled.title')} text={text} className="flex-1" />;
  return (
    <Banner kind="warning" title={t('notEnabled.title')} className="mb-4">
      <p>{text}</p>
      <p>{t('notEnabled.own')}</p>
    </Banner>
  );
}
