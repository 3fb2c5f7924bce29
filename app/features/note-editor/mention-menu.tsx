import { KIND_ICONS } from '~/features/lists/kind-icons';
import { useTranslation } from 'react-i18next';
import { MENTIONED, readMention } from '../../../sync/model/mentions';
import { Avatar } from '~/ui/data/avatar';
import type { NoteView } from './editor-view';
import { insertMention } from './mentions';
import { chooseSuggestion, type Suggestion } from './suggestion';
import { SuggestionPopup, type SuggestionEntry } from './suggestion-popup';
import { useMentionTargets } from './use-mention-targets';

const WIDTH = 340;

/** People of the organization and documents of this device, for `@`; notes for `[[`. */
export function MentionMenu({ view, open }: { view: NoteView; open: Suggestion }) {
  const { t } = useTranslation('note');
  const isNotes = open.trigger === 'note';
  const entries = useMentionTargets(open.query, isNotes).flatMap((target): SuggestionEntry[] => {
    const mention = readMention(target);
    if (!mention) return [];
    const Icon = target.kind === 'person' ? null : KIND_ICONS[MENTIONED[target.kind]];
    return [
      {
        id: `${mention.kind}-${mention.id}`,
        icon: Icon ? (
          <Icon aria-hidden size={16} className="mx-0.5 shrink-0 text-ink-muted" />
        ) : (
          <Avatar name={mention.label} src={target.avatar || undefined} size={20} />
        ),
        label: mention.label,
        detail: (
          <span className="max-w-32 shrink-0 truncate text-12 text-ink-muted">
            {target.kind === 'person' ? target.email : t(`mention.kind.${target.kind}`)}
          </span>
        ),
        choose: () => view.run(chooseSuggestion(insertMention(mention))),
      },
    ];
  });
  return (
    <SuggestionPopup
      view={view}
      open={open}
      label={t(isNotes ? 'mention.notes' : 'mention.label')}
      entries={entries}
      width={WIDTH}
    />
  );
}
