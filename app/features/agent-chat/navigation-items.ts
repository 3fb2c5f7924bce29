import { Bot } from 'lucide-react';
import { withIcons } from '../shell/navigation-entries';
import { navigation } from './feature';

export const items = withIcons(navigation, { agents: Bot });
