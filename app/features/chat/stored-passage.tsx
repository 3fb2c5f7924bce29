import { Link } from '@remix-run/react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rangesOf } from '~/features/search-anchor/anchor';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { langOf } from '~/i18n/text-language';
import { languageTag } from '../../../sync/model/languages';
import { safeHref } from '../../../sync/model/note-document';
import { buttonClass } from '~/ui/controls/button-styles';
import { Banner } from '~/ui/feedback/banner';
import { Sheet } from '~/ui/overlays/sheet';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { SourceLine } from './source-line';
import { useSource } from './use-source';

/**
 * A sheet with a passage as it was when the question was answered, with the quote marked; for a web page with its
 * address and date.
 */
export default function StoredPassage({
  source,
  quote,
  onClose,
}: {
  source: AnswerSource;
  quote: string;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation(['chat', 'shell', 'common']);
  const { target, isChanged } = useSource(source, quote);
  const href = source.kind === 'web' ? safeHref(source.url) : null;
  const date = new Intl.DateTimeFormat(languageTag(i18n.language), { dateStyle: 'long', timeStyle: 'short' }).format(
    source.updatedAt,
  );
  return (
    <Sheet
      isOpen
      side="half"
      title={t('chat:source.stored')}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="flex flex-col gap-4 px-5 pb-8" data-stored-passage>
        <SourceLine source={source} />
        {isChanged && target && (
          <Banner
            className="rounded-card"
            action={
              <Link to={target.to} className={buttonClass('secondary', 'small', 'hover:bg-hover')}>
                {t('common:open')}
              </Link>
            }
          >
            {t('chat:source.changed')}
          </Banner>
        )}
        <p className="text-13 leading-relaxed text-ink-muted">
          {t(source.kind === 'web' ? 'chat:source.asFetched' : 'chat:source.asThen', { date })}
          {href && (
            <>
              <br />
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                referrerPolicy="no-referrer"
                className="focus-ring inline-flex max-w-full items-center gap-1 break-all rounded-control text-accent-ink underline underline-offset-3"
              >
                {href}
                <ExternalLink aria-hidden size={13} className="shrink-0" />
              </a>
            </>
          )}
        </p>
        <p lang={langOf(source.text)} className="writing whitespace-pre-line break-words text-ink">
          <HighlightedRanges text={source.text} ranges={quote ? rangesOf(source.text, [quote]) : []} />
        </p>
      </div>
    </Sheet>
  );
}
