import { AppWindow } from 'lucide-react';
import { reportFailure } from '~/features/failures/report-failure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { Button } from '~/ui/controls/button';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { RelativeTime } from '~/ui/data/relative-time';
import { toast } from '~/ui/feedback/toast';
import { thirdPartyCalls, type Grant } from '../../../server/organization/third-parties/contract';
import { AskedList, useAsked } from './asked';

const askGrants = async (): Promise<Grant[]> => (await call(thirdPartyCalls.grants, {})).grants;

/** Apps of third parties with access in this person's name, and revoking it. The list is on the server. */
export function AppsSection() {
  const { t } = useTranslation(['settings', 'account', 'common', 'errors']);
  const asked = useAsked(askGrants);
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const revoke = async () => {
    if (!revoking) return;
    try {
      await call(thirdPartyCalls.revoke, { grantId: revoking.id });
      toast.success(t('settings:apps.revoked', { name: revoking.name }));
    } catch (error) {
      reportFailure(t, error, { noAnswer: t('settings:needsServer') });
    }
    await asked.load();
  };
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-16">{t('settings:apps.title')}</h2>
      <AskedList asked={asked} failed={t('settings:apps.failed')}>
        {(grants) =>
          grants.length === 0 ? (
            <EmptyState
              icon={<AppWindow aria-hidden size={28} />}
              title={t('settings:apps.none')}
              text={t('settings:apps.text')}
            />
          ) : (
            <>
              <p className="leading-relaxed text-ink-muted">{t('settings:apps.text')}</p>
              <ul className="flex flex-col">
                {grants.map((grant) => (
                  <li
                    key={grant.id}
                    className="flex flex-wrap items-start gap-3 border-b border-line py-4 last:border-0"
                  >
                    <span
                      aria-hidden
                      className="flex size-9 items-center justify-center rounded-control bg-sunken text-ink-muted"
                    >
                      <AppWindow size={18} />
                    </span>
                    <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
                      <p className="font-medium text-ink-strong">{grant.name}</p>
                      <p className="text-12 text-ink-muted">
                        {[grant.provider, grant.partnerUserName, grant.companyName].filter(Boolean).join(' · ')}
                      </p>
                      <ul className="list-disc pl-4 text-13 leading-relaxed text-ink">
                        {grant.scopes.map((scope) => (
                          <li key={scope}>{t(`account:scope.${scope}`)}</li>
                        ))}
                      </ul>
                      <p className="text-12 text-ink-muted">
                        {t('settings:apps.allowed')} <RelativeTime at={grant.createdAt} /> ·{' '}
                        {grant.lastUsedAt ? (
                          <>
                            {t('settings:apps.used')} <RelativeTime at={grant.lastUsedAt} />
                          </>
                        ) : (
                          t('settings:apps.neverUsed')
                        )}
                      </p>
                    </div>
                    <Button
                      size="small"
                      aria-label={`${t('settings:apps.revoke')}: ${grant.name}`}
                      onPress={() => setRevoking(grant)}
                    >
                      {t('settings:apps.revoke')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </AskedList>
      <ConfirmDialog
        isOpen={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={t('settings:apps.revokeTitle', { name: revoking?.name ?? '' })}
        description={t('settings:apps.revokeText')}
        confirmLabel={t('settings:apps.revoke')}
        onConfirm={revoke}
      />
    </section>
  );
}
