import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '~/ui/controls/icon-button';
import type { ListSelection } from '~/ui/data/selection';

/** Begins and ends the selection of a list, for devices without hover and keys. */
export function SelectionButton({ selection }: { selection: ListSelection }) {
  const { t } = useTranslation('project');
  return (
    <IconButton
      label={t('list.select')}
      icon={<ListChecks aria-hidden size={18} />}
      isActive={selection.isSelecting}
      onPress={() => (selection.isSelecting ? selection.clear() : selection.begin())}
    />
  );
}
