import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECTIONS } from '~/features/help/topics';
import { Bookmarklet } from '~/features/links/bookmarklet';
import { ScreenError } from '~/features/project/screen-error';
import { SHORTCUTS } from '~/features/shell/shortcuts';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { matches } from '~/ui/controls/match-words';
import { Kbd } from '~/ui/data/kbd';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

export const clientLoader = async () => {
  await loadNamespaces(['help']);
  return null;
};

/** The help, which can be read and searched offline: questions, shortcuts, contact. */
export default function Help() {
  const { t } = useTranslation(['help', 'shell']);
  const [search, setSearch] = useState('');
  const sections = SECTIONS.map(({ id, topics }) => ({
    id,
    topics: topics
      .map((topic) => ({ id: topic, question: t(`help:topics.${topic}.q`), answer: t(`help:topics.${topic}.a`) }))
      .filter(({ question, answer }) => matches(search, question, answer)),
  })).filter(({ topics }) => topics.length > 0);
  const shortcuts = SHORTCUTS.filter(({ id }) =>
    matches(search, t(`shell:shortcuts.${id}`), t('shell:shortcuts.title')),
  );
  const found = sections.reduce((sum, { topics }) => sum + topics.length, shortcuts.length);
  return (
    <>
      <PageHeader title={t('help:title')} />
      <PageBody>
        <SearchField label={t('help:search')} value={search} onChange={setSearch} className="mb-6" />
        <p role="status" className="sr-only">
          {search && found === 0 ? t('help:nothing') : ''}
        </p>
        {found === 0 && (
          <EmptyState icon={<CircleHelp size={22} />} title={t('help:nothing')} text={t('help:nothingText')} />
        )}
        {sections.map(({ id, topics }) => (
          <section key={id} className="mb-8">
            <h2 className="mb-2 text-16">{t(`help:sections.${id}`)}</h2>
            <dl className="flex flex-col gap-4">
              {topics.map(({ id: topic, question, answer }) => (
                <div key={topic}>
                  <dt className="text-14 font-medium text-ink-strong">{question}</dt>
                  <dd className="phrases mt-1 leading-relaxed text-ink">{answer}</dd>
                  {topic === 'links' && (
                    <dd className="mt-2">
                      <Bookmarklet label={t('help:bookmarklet')} />
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          </section>
        ))}
        {shortcuts.length > 0 && (
          <section className="mb-8">
            <h2 className="mb-2 text-16">{t('shell:shortcuts.title')}</h2>
            <dl className="flex flex-col">
              {shortcuts.map(({ id, keys }) => (
                <div
                  key={id}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{t(`shell:shortcuts.${id}`)}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <div className="flex flex-wrap gap-2">
          <LinkButton href={paths.contact()}>{t('help:contact')}</LinkButton>
          <LinkButton href={paths.outbox()}>{t('help:openOutbox')}</LinkButton>
          <LinkButton href={paths.settings('storage')}>{t('help:openStorage')}</LinkButton>
          <LinkButton href={paths.settings('notifications')}>{t('help:openNotifications')}</LinkButton>
        </div>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
