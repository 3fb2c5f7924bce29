import { ChartNoAxesColumn, PanelsTopLeft, ScrollText, Settings } from 'lucide-react';
import { withIcons } from '../shell/navigation-entries';
import { navigation } from './feature';

export const items = withIcons(navigation, {
  overview: ChartNoAxesColumn,
  livepage: PanelsTopLeft,
  settings: Settings,
  audit: ScrollText,
});
