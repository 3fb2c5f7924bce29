import { ScreenError } from '~/features/project/screen-error';
import { SettingsScreen } from '~/features/settings/settings-screen';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = () => loadNamespaces(['notifications', 'templates']);

export default SettingsScreen;

export const ErrorBoundary = ScreenError;
