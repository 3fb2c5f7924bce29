import { useTranslation } from 'react-i18next';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';

/** A dialog with a text and a button to close it: the reason why another dialog cannot be shown. */
export function NoticeDialog({ title, text, closeTo }: { title: string; text: string; closeTo: string }) {
  const { t } = useTranslation('admin');
  return (
    <NativeDialog title={title} description={text} closeHref={closeTo} size="small">
      <NativeDialogFooter>
        <NativeDialogClose to={closeTo}>{t('employees.close')}</NativeDialogClose>
      </NativeDialogFooter>
    </NativeDialog>
  );
}
