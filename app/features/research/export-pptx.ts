/** The slides of a report as a PowerPoint file. Loaded lazily with its library. */
import PptxGenJS from 'pptxgenjs';
import { download, fileName } from '~/features/note/note-files';
import { sourceLines } from '../../../sync/model/citations';
import type { Report } from '../../../sync/model/kinds/reports';
import { languageTag } from '../../../sync/model/languages';
import { slidesOf, type Slide } from '../../../sync/model/report-slides';
import type { ExportOptions, ReportT } from './export-report';
import { limitText } from './limit-text';

/** size of a wide slide and its margin, in inches */
const SIZE = { width: 13.33, height: 7.5, margin: 0.8 };
/** colours of the light theme, in the notation of the file format */
const INK = { strong: '1B1D22', normal: '33363D', muted: '5C616C' };

/** The slides of a report in the language of the screen. */
export function slidesIn(
  t: ReportT,
  { style, language }: Pick<ExportOptions, 'style' | 'language'>,
  report: Report,
  title: string,
): Slide[] {
  const date = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long' }).format(report.writtenAt);
  const name = t(report.mode === 'extractive' ? 'research:report.dossier' : 'research:report.report');
  return slidesOf(report, title, {
    contradictions: t('research:report.contradictions'),
    limits: t('research:report.limits'),
    sources: t('research:report.sources'),
    subtitle: `${name} · ${date}`,
    limitLines: report.limits.map((limit) => limitText(t, limit)),
    sourceLines: sourceLines(report, { style, language }),
  });
}

export function pptxOf(
  t: ReportT,
  options: Pick<ExportOptions, 'style' | 'language'>,
  report: Report,
  title: string,
): PptxGenJS {
  const { language } = options;
  const file = new PptxGenJS();
  file.layout = 'LAYOUT_WIDE';
  file.title = title;
  const width = SIZE.width - 2 * SIZE.margin;
  for (const slide of slidesIn(t, options, report, title)) {
    const page = file.addSlide();
    const isTitle = slide.kind === 'title';
    const name = slide.parts > 1 ? `${slide.title} (${slide.part}/${slide.parts})` : slide.title;
    page.addText(name, {
      ...{ x: SIZE.margin, y: isTitle ? 2.2 : 0.6, w: width, h: isTitle ? 2 : 1.1, fit: 'shrink' },
      ...{ fontSize: isTitle ? 36 : 26, bold: true, color: INK.strong, valign: isTitle ? 'bottom' : 'top' },
      lang: languageTag(language),
    });
    const lines = slide.lines.map(({ text, isUnsure }) => ({
      text: isUnsure ? `${text} (${t('research:report.unsure')})` : text,
      options: { bullet: !isTitle, breakLine: true, paraSpaceAfter: 10 },
    }));
    page.addText(lines, {
      ...{ x: SIZE.margin, y: isTitle ? 4.4 : 1.9, w: width, h: isTitle ? 1 : SIZE.height - 2.6, fit: 'shrink' },
      ...{ fontSize: 18, color: isTitle ? INK.muted : INK.normal, valign: 'top', lang: languageTag(language) },
    });
  }
  return file;
}

export async function exportPptx(...[t, options, report, title]: Parameters<typeof pptxOf>): Promise<void> {
  const blob = (await pptxOf(t, options, report, title).write({ outputType: 'blob' })) as Blob;
  download(blob, `${fileName(title)}.pptx`);
}
