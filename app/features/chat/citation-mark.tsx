import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { HoverCard } from '~/ui/overlays/hover-card';
import type { AnswerSource, Citation } from '../../../sync/model/kinds/answers';
import { OpenSource } from './open-source';
import { SourceLine } from './source-line';

export interface CitationMarkProps {
  citation: Citation;
  source: AnswerSource;
  /** text shown in the line instead of the superscript number */
  label?: string;
  onStored: (source: AnswerSource, quote: string) => void;
}

/** A superscript number or a label that opens a card with the quote, its source and place. */
export function CitationMark({ citation: { n, quote }, source, label, onStored }: CitationMarkProps) {
  const { t } = useTranslation('chat');
  return (
    <HoverCard
      label={t('source.card', { n, title: source.title })}
      className="flex w-[min(22rem,86vw)] flex-col gap-2.5 p-3.5"
      trigger={(props) =>
        label ? (
          <button
            type="button"
            {...props}
            data-citation={n}
            className="focus-ring inline rounded-xs text-left text-ink-muted underline decoration-line-strong underline-offset-3 hover:text-accent-ink aria-expanded:text-accent-ink"
          >
            {label}
          </button>
        ) : (
          <sup className="ml-px leading-none">
            {/* a word joiner, so that no line begins with the number */}
            {'\u2060'}
            <button
              type="button"
              {...props}
              aria-label={t('source.card', { n, title: source.title })}
              data-citation={n}
              className="focus-ring tabular inline-flex h-[1.15rem] min-w-[1.15rem] items-center justify-center rounded-[5px] bg-accent-tint px-1 text-[0.6875rem] font-medium leading-none text-accent-ink hover:bg-accent hover:text-on-accent aria-expanded:bg-accent aria-expanded:text-on-accent"
            >
              {n}
            </button>
          </sup>
        )
      }
    >
      {(close) => (
        <>
          <blockquote className="line-clamp-6 border-l-2 border-line-strong pl-3 text-13 leading-relaxed text-ink">
            <Written text={quote} />
          </blockquote>
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
            <SourceLine source={source} className="basis-full" />
            <OpenSource
              source={source}
              quote={quote}
              onOpened={close}
              onStored={() => {
                close();
                onStored(source, quote);
              }}
            />
          </div>
        </>
      )}
    </HoverCard>
  );
}
