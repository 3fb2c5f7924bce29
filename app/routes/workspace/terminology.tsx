import { useNavigate } from '@remix-run/react';
import { ScreenError } from '~/features/project/screen-error';
import { SettingsScreen } from '~/features/settings/settings-screen';
import { TerminologyDialog } from '~/features/terminology/terminology-dialog';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';

export const clientLoader = async () => {
  await loadNamespaces(['notifications', 'templates']);
  return loadNamespaces(['terminology']);
};

/** The settings, with the dialog of the terminology over them. */
export default function Terminology() {
  const navigate = useNavigate();
  return (
    <>
      <SettingsScreen />
      <TerminologyDialog onClose={() => navigate(paths.settings(), { preventScrollReset: true })} />
    </>
  );
}

export const ErrorBoundary = ScreenError;
