import { ClipboardCopy, Download, FileDown, FilePlus, Presentation, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COPY_FORMATS, download, fileName, type CopyFormat } from '~/features/note/note-files';
import { paths } from '~/paths';
import { reportFailure } from '~/features/failures/report-failure';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import { MenuButton } from '~/ui/overlays/menu';
import { clean, truncate } from '../../../sync/model/text';
import { LIMITS } from '../../../sync/model/limits';
import { CITATION_STYLES, type CitationStyle } from '../../../sync/model/kinds/preferences';
import type { Report } from '../../../sync/model/kinds/reports';
import type { Thread } from '../../../sync/model/kinds/threads';
import { chooseCitationStyle, useCitationStyle } from './citation-style';

const OpenReport = lazy(() => import('./open-report'));
const SaveBlocks = lazy(() => import('~/features/chat/save-blocks'));

/** Copies, exports and saves a report, like a document. */
export function ReportActions({ thread, report }: { thread: Thread; report: Report }) {
  const { t, i18n } = useTranslation(['research', 'chat', 'common', 'errors', 'note', 'canvas', 'shell']);
  const style = useCitationStyle();
  const [isSaving, setSaving] = useState(false);
  const blocksOf = async (options: { hasMentions?: boolean } = {}) =>
    (await import('./export-report')).reportBlocks(t, report, { ...options, style, language: i18n.language });
  const copy = async (format: CopyFormat) => {
    try {
      await (await import('~/features/chat/export-answer')).copyBlocks(await blocksOf(), format);
      toast.success(t('note:copy.done'));
    } catch {
      toast.error(t('note:copy.failed'), { description: t('note:copy.byHand') });
    }
  };
  const save = async (format: 'md' | 'docx' | 'pptx') => {
    try {
      if (format === 'pptx') {
        await (await import('./export-pptx')).exportPptx(t, { style, language: i18n.language }, report, thread.title);
        return;
      }
      const blocks = await blocksOf();
      if (format === 'docx') {
        await (await import('~/features/canvas/export-docx')).exportDocx('', thread.title, blocks);
        return;
      }
      const { writeMarkdown } = await import('../../../sync/merge/note-markdown');
      const markdown = `# ${thread.title}\n\n${writeMarkdown(blocks)}`;
      download(new Blob([markdown], { type: 'text/markdown;charset=utf-8' }), `${fileName(thread.title)}.md`);
    } catch (error) {
      reportFailure(t, error, { title: t('research:actions.failed') });
    }
  };
  const act = (id: string) => {
    if (id.startsWith('cite-'))
      chooseCitationStyle(id.slice(5) as CitationStyle).catch((error: unknown) => reportFailure(t, error));
    else if (id.startsWith('copy-')) void copy(id.slice(5) as CopyFormat);
    else if (id === 'md' || id === 'docx' || id === 'pptx') void save(id);
    else if (id === 'slides') window.open(paths.liveSlides(thread.id), '_blank', 'noopener');
    else if (id === 'print') window.print();
    else setSaving(true);
  };
  const label = t('research:menu');
  return (
    <>
      <Suspense fallback={null}>
        <OpenReport thread={thread} report={report} />
      </Suspense>
      <MenuButton
        label={label}
        trigger={<IconButton label={label} icon={<FileDown aria-hidden size={18} />} />}
        items={[
          {
            id: 'copy',
            title: t('note:copy.label'),
            entries: COPY_FORMATS.map((format) => ({
              id: `copy-${format}`,
              label: t(`note:copy.${format}`),
              icon: <ClipboardCopy size={16} />,
            })),
          },
          {
            id: 'export',
            title: t('note:export.label'),
            entries: [
              { id: 'md', label: t('note:export.md'), icon: <Download size={16} /> },
              { id: 'docx', label: t('research:actions.docx'), icon: <Download size={16} /> },
              { id: 'pptx', label: t('research:actions.pptx'), icon: <Download size={16} /> },
              { id: 'print', label: t('research:actions.print'), icon: <Printer size={16} /> },
            ],
          },
          {
            id: 'cite',
            title: t('research:citation.label'),
            entries: CITATION_STYLES.map((each) => ({
              id: `cite-${each}`,
              label: t(`research:citation.${each}`),
              detail: t(`research:citation.${each}Example`),
              isSelected: each === style,
            })),
          },
          {
            id: 'more',
            entries: [
              { id: 'note', label: t('research:actions.note'), icon: <FilePlus size={16} /> },
              { id: 'slides', label: t('research:actions.slides'), icon: <Presentation size={16} /> },
            ],
          },
        ]}
        onAction={act}
      />
      <Suspense fallback={null}>
        {isSaving && (
          <SaveBlocks
            title={truncate(clean(thread.title), LIMITS.noteTitle.max)}
            projectId={thread.projectId}
            text={t('research:actions.noteText')}
            blocks={() => blocksOf({ hasMentions: true })}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </>
  );
}
