import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Banner } from '~/ui/banner';
import { RelativeTime } from '~/ui/relative-time';

/** Says quietly that text from a run that ended early is here again. */
export function RecoveredNotice({ at }: { at: number }) {
  const { t } = useTranslation('note');
  const [closed, setClosed] = useState(false);
  if (!at || closed) return null;
  return (
    <Banner kind="success" onClose={() => setClosed(true)} className="mt-4">
      <Trans t={t} i18nKey="editor.recovered" components={{ time: <RelativeTime at={at} /> }} />
    </Banner>
  );
}
