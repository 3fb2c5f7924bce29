import { Bot, FlaskConical, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segments } from '~/ui/controls/segments';

export const MODES = ['search', 'research', 'agent'] as const;
export type Mode = (typeof MODES)[number];

const ICONS = { search: Globe, research: FlaskConical, agent: Bot };

/** Switches how a question is answered: by a web search, a research or an agent. */
export function ModeSwitch({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTranslation('ask');
  return (
    <Segments
      isCompact
      label={t('mode.label')}
      value={value}
      onChange={onChange}
      options={MODES.map((id) => {
        const Icon = ICONS[id];
        return { id, label: t(`mode.${id}`), icon: <Icon aria-hidden size={14} className="shrink-0" /> };
      })}
    />
  );
}
