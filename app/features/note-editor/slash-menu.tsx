import { useTranslation } from 'react-i18next';
import { Kbd } from '~/ui/data/kbd';
import type { NoteView } from './editor-view';
import { chooseSuggestion, type Suggestion } from './suggestion';
import { SuggestionPopup } from './suggestion-popup';
import { blockTools } from './toolbar';

/** Short names that work in every language, beside the name in the language of the screen. */
const ALIASES: Record<string, string> = {
  heading1: 'h1',
  heading2: 'h2',
  heading3: 'h3',
  bullet: 'list',
  ordered: '1. number',
  task: '[] todo',
  mention: '@',
  codeBlock: '```',
  image: 'picture photo img',
  divider: '--- hr',
};

const WIDTH = 300;

/** The blocks whose names contain the letters after the slash. */
export function SlashMenu({ view, open }: { view: NoteView; open: Suggestion }) {
  const { t } = useTranslation('note');
  const wanted = open.query.normalize('NFKC').toLocaleLowerCase();
  const entries = blockTools()
    .filter((tool) =>
      `${t(`toolbar.${tool.id}`)} ${tool.id} ${ALIASES[tool.id] ?? ''}`.toLocaleLowerCase().includes(wanted),
    )
    .map((tool) => ({
      id: tool.id,
      icon: tool.icon,
      label: t(`toolbar.${tool.id}`),
      detail: tool.shortcut && <Kbd keys={tool.shortcut} />,
      choose: () => view.run(chooseSuggestion(tool.run)),
    }));
  return <SuggestionPopup view={view} open={open} label={t('slash.label')} entries={entries} width={WIDTH} />;
}
