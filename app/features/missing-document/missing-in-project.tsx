import { useTranslation } from 'react-i18next';
import { MissingDocument, type Asked } from '~/features/missing-document/missing-document';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';

/** Shown for a project, or a document of one, that is not on this device. */
export function Missing({ title, text, ask }: { title: string; text: string; ask?: Asked }) {
  const { t } = useTranslation('project');
  return (
    <MissingDocument
      place={t('list.title')}
      title={title}
      text={text}
      {...(ask ? { ask } : {})}
      action={
        <LinkButton variant="primary" href={paths.projects()}>
          {t('missing.projects')}
        </LinkButton>
      }
    />
  );
}
