import { useTranslation } from 'react-i18next';
import { sizeText } from '~/i18n/size-text';
import { Button } from '~/ui/controls/button';

/** The head of a list of local content, with a button that frees all of it if `canFree`. */
export function FreeAllHead({
  title,
  freeable,
  canFree,
  onFree,
}: {
  title: string;
  freeable: readonly { bytes: number }[];
  canFree: boolean;
  onFree: () => void;
}) {
  const { t, i18n } = useTranslation('settings');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-16">{title}</h2>
      {canFree && (
        <Button size="small" onPress={onFree}>
          {t('storage.freeAll', {
            size: sizeText(
              freeable.reduce((sum, { bytes }) => sum + bytes, 0),
              i18n.language,
            ),
          })}
        </Button>
      )}
    </div>
  );
}
