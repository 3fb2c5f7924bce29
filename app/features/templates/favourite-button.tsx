import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import type { ShownTemplate } from './use-templates';

/** Marks a template as a favourite, also offline. */
export function FavouriteButton({ template, size = 'normal' }: { template: ShownTemplate; size?: 'small' | 'normal' }) {
  const { t } = useTranslation(['templates', 'errors']);
  const { id, title, isFavourite } = template;
  const change = async (): Promise<void> => {
    try {
      await run('template.favourite', { id, isFavourite: !isFavourite });
    } catch (error) {
      reportFailure(t, error, { title: t('templates:failed.favourite') });
    }
  };
  return (
    <IconButton
      size={size}
      label={t('templates:favourite', { title })}
      icon={
        <Star
          aria-hidden
          size={size === 'small' ? 16 : 18}
          className={isFavourite ? 'fill-current text-accent-ink' : ''}
        />
      }
      isActive={isFavourite}
      onPress={() => void change()}
    />
  );
}
