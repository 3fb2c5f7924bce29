import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { Dialog } from '~/ui/overlays/dialog';
import { Kbd } from '~/ui/data/kbd';
import { Switch } from '~/ui/controls/toggle';
import { SHORTCUTS } from './shortcuts';
import { useSingleKeys } from '~/features/preferences/single-keys';

/** `?`: the list of shortcuts, and the switch for single keys. */
export default function ShortcutsDialog({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { t } = useTranslation('shell');
  const singleKeys = useSingleKeys();
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={t('shortcuts.title')}>
      <dl className="mb-4 flex flex-col">
        {SHORTCUTS.map((s) => (
          <div
            key={s.id}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0"
          >
            <dt className={s.single && !singleKeys ? 'text-ink-faint line-through' : ''}>{t(`shortcuts.${s.id}`)}</dt>
            <dd>
              <Kbd keys={s.keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        isSelected={singleKeys}
        onChange={(on) => void run('preferences.update', { singleKeyShortcuts: on })}
        hint={t('shortcuts.singleKeysHint')}
        className="mb-5"
      >
        {t('shortcuts.singleKeys')}
      </Switch>
    </Dialog>
  );
}
