import { useState } from 'react';
import { useParams } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSavedText } from '~/features/outbox/use-saved-text';
import { Missing } from '~/features/missing-document/missing-in-project';
import { ScreenError } from '~/features/project/screen-error';
import { usePeople } from '~/features/people/use-people';
import { consequenceOf, readerGroups } from '~/features/sharing/readers';
import { docOf, grantTo, sharingOf, subjectOf, type Grantable } from '~/features/sharing/save-sharing';
import { reportFailure } from '~/features/failures/report-failure';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { keepFocus } from '~/ui/keep-focus';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { dynamicKeys } from '~/i18n/dynamic-keys';

export const clientLoader = () => loadNamespaces(['sharing']);

/** The document of the request; undefined until the query has a value. */
function useGrantable(kind: string, id: string): Grantable | null | undefined {
  const project = useQuery(kind === 'projects' ? { kind: 'one', collection: 'projects', id } : null);
  const note = useQuery(kind === 'notes' ? { kind: 'one', collection: 'notes', id } : null);
  const meeting = useQuery(kind === 'meetings' ? { kind: 'one', collection: 'meetings', id } : null);
  if (kind === 'projects') return project && { project };
  if (kind === 'notes') return note && { note };
  if (kind === 'meetings') return meeting && { meeting };
  return null;
}

const addressOf = (shareable: Grantable): string => paths.document(subjectOf(shareable).kind, docOf(shareable));

/** A request for access to a document. A person who may share the document grants it with one press, also offline. */
export default function AccessRequest() {
  const { t } = useTranslation(['sharing', 'project', 'common', 'errors']);
  const savedText = useSavedText();
  const translate = dynamicKeys(t);
  const { kind = '', id = '', userId = '' } = useParams();
  const people = usePeople();
  const shareable = useGrantable(kind, id);
  const syncState = useQuery(
    kind === 'projects' || kind === 'notes' || kind === 'meetings' ? { kind: 'syncState', collection: kind, id } : null,
  );
  const [busy, setBusy] = useState(false);
  const [granted, setGranted] = useState(false);
  if (shareable === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={3} />
      </PageBody>
    );
  const asking = people.byId.get(userId);
  if (!shareable || !asking)
    return <Missing title={t('sharing:request.missing')} text={t('sharing:request.missingText')} />;
  const subject = subjectOf(shareable);
  const before = readerGroups(people, subject, sharingOf(shareable), null);
  const isReader =
    granted || consequenceOf(before, [{ via: 'person', id: userId, userIds: new Set([userId]) }]).gained.length === 0;
  const mayShare = docOf(shareable).abilities.includes('share');
  const grant = async () => {
    setBusy(true);
    try {
      await grantTo(shareable, [userId]);
      setGranted(true);
      toast.message(savedText);
      keepFocus();
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title={t('sharing:request.title')} />
      <EmptyState
        icon={<KeyRound size={22} />}
        title={t('sharing:request.asks', { name: asking.name, title: subject.title })}
        text={
          isReader
            ? t(syncState === 'onDevice' ? 'sharing:request.soon' : 'sharing:request.has', { name: asking.name })
            : mayShare
              ? translate('sharing:gain.person', { name: asking.name, what: translate(`sharing:what.${subject.kind}`) })
              : t('sharing:request.notYours')
        }
        action={
          <>
            {mayShare && !isReader && (
              <Button variant="primary" isLoading={busy} onPress={() => void grant()}>
                {t('sharing:request.grant')}
              </Button>
            )}
            <LinkButton href={addressOf(shareable)}>{t('sharing:request.open')}</LinkButton>
          </>
        }
      />
    </>
  );
}

export const ErrorBoundary = ScreenError;
