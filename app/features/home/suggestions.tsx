import { MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { isArchived } from '../../../sync/model/kinds/projects';
import type { ContextItem } from '../ask/draft';
import { RecentSection } from './recent-section';
import { suggestQuestions } from './suggest';

const LATEST = 20;
const latest = <C extends 'meetings' | 'notes' | 'projectItems' | 'projects'>(collection: C) => ({
  kind: 'find' as const,
  collection,
  sort: [{ recency: 'asc' as const }],
  limit: LATEST,
});

/** Up to three suggested questions about documents of the person; renders nothing for an empty account. */
export function Suggestions({ onAsk }: { onAsk: (question: string, about: ContextItem) => void }) {
  const { t } = useTranslation('ask');
  const meetings = useQuery(latest('meetings'));
  const notes = useQuery(latest('notes'));
  const items = useQuery(latest('projectItems'));
  const projects = useQuery(latest('projects'));
  if (!meetings || !notes || !items || !projects) return null;
  const suggestions = suggestQuestions({
    // a question needs content: a recorded meeting that has ended, a note with text, a parsed file
    meetings: meetings.filter(({ recordings, status }) => status === 'ended' && recordings.length > 0),
    notes: notes.filter(({ snippet }) => snippet !== ''),
    files: items.filter(({ itemType, parseStatus }) => itemType === 'file' && parseStatus === 'parsed'),
    projects: projects.filter((each) => !isArchived(each)),
  });
  if (suggestions.length === 0) return null;
  return (
    <RecentSection title={t('suggest.title')}>
      <ul>
        {suggestions.map(({ id, about }) => {
          const question = t(`suggest.${id}`, { title: about.title });
          return (
            <li key={id}>
              <ListRow
                icon={<MessageCircleQuestion size={18} />}
                title={question}
                onPress={() => onAsk(question, about)}
              />
            </li>
          );
        })}
      </ul>
    </RecentSection>
  );
}
