import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Banner } from '~/ui/feedback/banner';
import { languageTag } from '../../../sync/model/languages';

/** Reports that text of an interrupted run was recovered. */
export function RecoveredNotice({ at }: { at: number }) {
  const { t, i18n } = useTranslation('note');
  const [closed, setClosed] = useState(false);
  if (!at || closed) return null;
  const tag = languageTag(i18n.language);
  const words = new Intl.DateTimeFormat(tag, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  return (
    <Banner kind="success" onClose={() => setClosed(true)} className="mt-4">
      <Trans
        t={t}
        i18nKey="editor.recovered"
        values={{ at: words }}
        components={{ time: <time dateTime={new Date(at).toISOString()} /> }}
      />
    </Banner>
  );
}
