import { useTranslation } from 'react-i18next';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';

export function MissingAgent() {
  const { t } = useTranslation('agents');
  return (
    <MissingDocument
      place={t('title')}
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <LinkButton variant="primary" href={paths.agents()}>
          {t('missing.all')}
        </LinkButton>
      }
    />
  );
}
