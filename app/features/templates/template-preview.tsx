import { useTranslation } from 'react-i18next';
import { langOf } from '~/i18n/text-language';
import { Badge } from '~/ui/data/badge';
import { sectionsOf } from '../../../sync/model/summary-templates';
import { FavouriteButton } from './favourite-button';
import type { ShownTemplate, Templates } from './use-templates';

/** Text above the first heading and below the rule: purpose, omissions and length. */
function aroundSections(content: string): { before: string; after: string } {
  const [before = ''] = content.split(/^#{1,6}\s/m, 1);
  const rule = /^-{3,}\s*$/m.exec(content);
  const after = rule && rule.index >= before.length ? content.slice(rule.index + rule[0].length) : '';
  return { before: before.trim(), after: after.replace(/\*\*/g, '').trim() };
}

/** A template as text; React escapes it, as people wrote it. */
export function TemplatePreview({
  template,
  categories,
}: {
  template: ShownTemplate;
  categories: Templates['categories'];
}) {
  const { t } = useTranslation('templates');
  const { before, after } = aroundSections(template.content);
  const sections = sectionsOf(template.content);
  const lang = langOf(template.content);
  return (
    <article className="flex flex-col gap-4" lang={lang}>
      <header className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <h3 className="text-16 text-ink-strong [overflow-wrap:anywhere]">{template.title}</h3>
          <div className="flex flex-wrap gap-1.5" lang="">
            <Badge>{categories[template.category]}</Badge>
            {template.origin !== 'builtIn' && <Badge tone="accent">{t(`origin.${template.origin}`)}</Badge>}
          </div>
        </div>
        <FavouriteButton template={template} />
      </header>
      {before && <p className="whitespace-pre-wrap text-14 leading-relaxed text-ink-muted">{before}</p>}
      {sections.map(({ heading, what }, at) => (
        <section key={at} className="flex flex-col gap-1">
          <h4 className="text-14 font-medium text-ink-strong [overflow-wrap:anywhere]">{heading}</h4>
          <p className="whitespace-pre-wrap text-14 leading-relaxed text-ink [overflow-wrap:anywhere]">{what}</p>
        </section>
      ))}
      {after && (
        <p className="whitespace-pre-wrap border-t border-line pt-3 text-13 leading-relaxed text-ink-muted">{after}</p>
      )}
    </article>
  );
}
