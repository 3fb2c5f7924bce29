import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SearchAnchor } from '~/features/search-anchor/anchor';
import { IconButton } from '~/ui/controls/icon-button';
import { ScrolledRows } from '~/ui/data/scrolled-rows';
import { Skeleton } from '~/ui/feedback/skeleton';
import type { TextPart } from '../../../../sync/model/parsed-text';
import { openPdf, type OpenedPdf } from './open-pdf';
import { PdfPage } from './pdf-page';
import { PdfPassword, type PasswordQuestion } from './pdf-password';
import './pdf.css';
import { languageTag } from '../../../../sync/model/languages';

/** Zoom levels; 1 is the width of the sheet. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const FIRST_ZOOM = ZOOMS.indexOf(1);
/** pixels around a page */
const GAP = 16;

/** size of a page in points, until the first page is loaded */
const A4 = { width: 595, height: 842 };

/** The pages of a PDF file; only the visible ones are rendered. Opens at the page of a part, with its words marked. */
export function PdfView({
  blob,
  part,
  anchor,
  onFailed,
}: {
  blob: Blob;
  part: TextPart | undefined;
  anchor: SearchAnchor | null;
  /** called when the file or the viewer cannot be loaded */
  onFailed: (error: unknown) => void;
}) {
  const { t, i18n } = useTranslation('files');
  const [pdf, setPdf] = useState<OpenedPdf | null>(null);
  const [first, setFirst] = useState(A4);
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  const [zoom, setZoom] = useState<number>(FIRST_ZOOM);
  const [top, setTop] = useState(0);
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    let isOver = false;
    let opened: OpenedPdf | null = null;
    let giveUp = (): void => undefined;
    const ask = (isWrong: boolean): Promise<string | null> =>
      new Promise((answer) => {
        giveUp = () => answer(null);
        if (isOver) giveUp();
        else setQuestion({ isWrong, answer });
      });
    const show = async (): Promise<void> => {
      opened = await openPdf(blob, ask);
      if (isOver) return opened.close();
      const { width: w, height: h } = (await opened.document.getPage(1)).getViewport({ scale: 1 });
      if (isOver) return;
      setFirst({ width: w, height: h });
      setQuestion(null);
      setPdf(opened);
    };
    show().catch((error: unknown) => {
      if (!isOver) failed.current(error);
    });
    return () => {
      isOver = true;
      giveUp();
      opened?.close();
      setPdf(null);
      setQuestion(null);
    };
  }, [blob]);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const onTop = useCallback((index: number) => setTop(index), []);
  const pageWidth = Math.max(120, (width - 2 * GAP) * ZOOMS[zoom]!);
  const wanted = (part?.place.page ?? 0) - 1;
  // after a change of the zoom the visible page stays in view
  const isFirst = zoom === FIRST_ZOOM;
  const number = useMemo(() => new Intl.NumberFormat(languageTag(i18n.language)), [i18n.language]);
  return (
    <div ref={host} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {pdf && (
        <div className="flex items-center gap-1 px-4 pb-2 text-12 text-ink-muted">
          <span role="status" className="tabular mr-auto">
            {t('pdf.pageOf', { page: number.format(top + 1), total: number.format(pdf.document.numPages) })}
          </span>
          <IconButton
            size="small"
            label={t('pdf.smaller')}
            icon={<ZoomOut aria-hidden size={16} />}
            isDisabled={zoom === 0}
            onPress={() => setZoom(zoom - 1)}
          />
          <IconButton
            size="small"
            label={t('pdf.larger')}
            icon={<ZoomIn aria-hidden size={16} />}
            isDisabled={zoom === ZOOMS.length - 1}
            onPress={() => setZoom(zoom + 1)}
          />
        </div>
      )}
      {question && <PdfPassword question={question} />}
      {!pdf && !question && <Skeleton className="mx-4 h-96" />}
      {pdf && width > 0 && (
        <ScrolledRows
          key={pageWidth}
          label={t('preview.label')}
          count={pdf.document.numPages}
          estimate={() => (pageWidth * first.height) / first.width + GAP}
          keyOf={(i) => i}
          wanted={isFirst && wanted >= 0 ? wanted : top}
          align="start"
          onTop={onTop}
          className="bg-sunken"
        >
          {(i) => (
            <PdfPage
              pdf={pdf}
              number={i + 1}
              width={pageWidth}
              ratio={first.height / first.width}
              part={i === wanted ? part : undefined}
              anchor={anchor}
            />
          )}
        </ScrolledRows>
      )}
    </div>
  );
}
