import { useSearchParams } from '@remix-run/react';
import { AppWindow, Download, Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MeetingScreenError } from '~/features/meeting/screen-states';
import { call } from '~/api/client';
import { paths } from '~/paths';
import { safeRedirect } from '~/safe-redirect';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { desktopCalls } from '../../../server/organization/desktop/contract';

/** The URL scheme of the desktop app, until the server has answered. */
const SCHEME = 'satchel';
/** milliseconds after which a page that is still visible shows that no app has opened */
const ANSWER_MS = 2500;

/**
 * Opens the desktop app, explains how to get it, or continues in the browser. `?to=` is the address to open, by default
 * the list of meetings.
 */
export default function ActivateApp() {
  const { t } = useTranslation('meeting');
  const [search] = useSearchParams();
  const to = search.has('to') ? safeRedirect(search.get('to')) : paths.meetings();
  const [asked, setAsked] = useState(0);
  const [silent, setSilent] = useState(false);
  const [scheme, setScheme] = useState(SCHEME);
  useEffect(() => {
    call(desktopCalls.scheme, {}).then(
      (answer) => setScheme(answer.scheme),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setSilent(document.visibilityState === 'visible' && document.hasFocus()), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const open = (): void => {
    setSilent(false);
    setAsked((n) => n + 1);
    location.href = `${scheme}:/${to}`;
  };
  return (
    <>
      <PageHeader title={t('app.heading')} place={[{ label: t('list.title'), href: paths.meetings() }]} />
      <PageBody>
        <div className="mx-auto flex max-w-md flex-col gap-3 pt-8">
          <p className="pb-2 text-14 leading-relaxed text-ink-muted">{t('app.text')}</p>
          <Button variant="primary" size="large" icon={<AppWindow aria-hidden size={18} />} onPress={open}>
            {t('app.open')}
          </Button>
          {silent && <Banner kind="info">{t('app.silent')}</Banner>}
          <LinkButton size="large" href={to} icon={<Globe aria-hidden size={18} />}>
            {t('app.continue')}
          </LinkButton>
          <section className="mt-6 border-t border-line pt-6">
            <h2 className="flex items-center gap-2 text-14">
              <Download aria-hidden size={16} />
              {t('app.download')}
            </h2>
            <p className="mt-2 text-14 leading-relaxed text-ink-muted">{t('app.downloadText')}</p>
          </section>
        </div>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = MeetingScreenError;
