import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readPaste } from '~/features/files/use-paste';
import { isTyping } from '~/ui/controls/is-typing';
import { paths } from '~/paths';
import { toast } from '~/ui/feedback/toast';
import { takeAddress } from './shared';

/** Offers to add an address to a project that is pasted on a screen without a use of its own for it. */
export function useOfferedAddress(): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const pasted = readPaste(event.clipboardData);
      if (!pasted || !('address' in pasted)) return;
      event.preventDefault();
      const add = async (): Promise<void> => {
        await takeAddress(pasted.address, '');
        navigate(paths.share());
      };
      toast.message(pasted.address, { action: { label: t('pasted.add'), onPress: () => void add() } });
    };
    // on the window: screens listen on the document, and come first
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [t, navigate]);
}
