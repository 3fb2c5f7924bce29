import { CircleCheck, CircleHelp, Copy, ListChecks, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { Button } from '~/ui/controls/button';
import { toast } from '~/ui/feedback/toast';
import { placeIdOf, SUMMARY_ITEM_KINDS, type SummaryItem } from '../../../sync/model/kinds/summaries';
import { plainMarkdown } from '../meeting/append-to-note';
import { useAddToNote } from '../meeting/use-add-to-note';
import { MomentMark } from './moment-mark';
import type { PlaceOf } from './moments';

const ICONS = { decision: CircleCheck, action: ListChecks, question: CircleHelp } as const;

/** An action in one line: text, person, due date. */
export const actionLine = ({ text, who, due }: Pick<SummaryItem, 'text' | 'who' | 'due'>): string =>
  [text, [who, due].filter(Boolean).join(', ')].filter(Boolean).join(' — ');

export interface SummaryItemsProps {
  meetingId: string;
  items: readonly SummaryItem[];
  placeOf: PlaceOf;
  canWrite: boolean;
}

/** Decisions, actions and open questions of a summary. */
export function SummaryItems({ items, ...rest }: SummaryItemsProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {SUMMARY_ITEM_KINDS.map((kind) => {
        const own = items.filter((item) => item.kind === kind);
        return own.length > 0 && <Items key={kind} kind={kind} items={own} {...rest} />;
      })}
    </div>
  );
}

function Items({ kind, items, meetingId, placeOf, canWrite }: SummaryItemsProps & { kind: SummaryItem['kind'] }) {
  const { t } = useTranslation(['summary', 'common']);
  const { isReady, add } = useAddToNote(meetingId);
  const [isAdded, setAdded] = useState(false);
  const Icon = ICONS[kind];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(items.map((item) => `- ${actionLine(item)}`).join('\n'));
      toast.success(t('common:copied'));
    } catch {
      toast.error(t('summary:copyFailed'));
    }
  };
  const addAll = async () =>
    setAdded(await add(items.map((item) => `- [ ] ${plainMarkdown(actionLine(item))}`).join('\n')));
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4" data-items={kind}>
      <h3 className="flex items-center gap-2 text-14 font-semibold text-ink-strong">
        <Icon aria-hidden size={16} className="text-ink-muted" />
        {t(`summary:items.${kind}`)}
        <span className="tabular text-12 font-normal text-ink-muted">{items.length}</span>
      </h3>
      <ul className="flex flex-col gap-2.5">
        {items.map((item) => (
          <li key={item.id} className="text-14 leading-relaxed text-ink">
            <Written text={item.text} />
            {item.moments.map((moment) => (
              <MomentMark
                key={moment.n}
                meetingId={meetingId}
                placeId={placeIdOf(moment)}
                quote={moment.quote}
                placeOf={placeOf}
              />
            ))}
            {(item.who || item.due) && (
              <span className="block text-12 text-ink-muted">{[item.who, item.due].filter(Boolean).join(' · ')}</span>
            )}
          </li>
        ))}
      </ul>
      {kind === 'action' && (
        <div className="flex flex-wrap gap-2">
          {canWrite && (
            <Button
              size="small"
              icon={<ListPlus aria-hidden size={14} />}
              isDisabled={isAdded || !isReady}
              onPress={() => void addAll()}
            >
              {t('summary:items.toNote')}
            </Button>
          )}
          <Button size="small" variant="quiet" icon={<Copy aria-hidden size={14} />} onPress={() => void copy()}>
            {t('common:copy')}
          </Button>
        </div>
      )}
    </section>
  );
}
