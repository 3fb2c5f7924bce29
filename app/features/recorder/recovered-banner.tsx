import { Link, useLocation, useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import type { RecoveredRecording } from '../../../sync/engine/recording/recover-recording';
import { clockText } from './format';
import { RecoveredActions } from './recovered-actions';

/**
 * Shown on the first screen after a crash: which recordings were recovered. They are already saved and can be deleted.
 */
export default function RecoveredBanner({ recordings }: { recordings: RecoveredRecording[] }) {
  const { t } = useTranslation('recorder');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const first = recordings[0]!;
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: first.meetingId });
  if (pathname === paths.recovery()) return null;
  return (
    <div data-recovered={recordings.length}>
      <Banner
        isWide
        kind="info"
        live="status"
        title={first.dropped ? t('recovery.dropped') : t('recovery.banner', { time: clockText(first.capturedMs) })}
        action={
          recordings.length > 1 ? (
            <Button size="small" onPress={() => navigate(paths.recovery())}>
              {t('recovery.showAll', { count: recordings.length })}
            </Button>
          ) : (
            <RecoveredActions recording={first} />
          )
        }
      >
        {first.dropped ? t('recovery.droppedText') : t('recovery.bannerText')}
        {meeting && !first.dropped && (
          <>
            {' '}
            <Link to={paths.meeting(meeting.id)} className="focus-ring inline-block rounded-control underline">
              {meeting.title}
            </Link>
          </>
        )}
      </Banner>
    </div>
  );
}
