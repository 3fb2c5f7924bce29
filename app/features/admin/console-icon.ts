export {
  ChartNoAxesColumn as overview,
  PanelsTopLeft as livepage,
  Settings as settings,
  ScrollText as audit,
} from 'lucide-react';
