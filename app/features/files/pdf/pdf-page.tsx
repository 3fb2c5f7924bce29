import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchAnchor } from '~/features/search-anchor/anchor';
import type { TextPart } from '../../../../sync/model/parsed-text';
import { boxesOf, FoundBoxes } from '../found-boxes';
import type { OpenedPdf } from './open-pdf';
import { wordRanges } from './word-ranges';

/** name of the `::highlight()` in pdf.css */
const HIGHLIGHT = 'found';
/** maximum number of pixels of a canvas: above the limit of phone browsers nothing would be drawn */
const CANVAS_MAX = 16_000_000;

/** One page: its canvas, its text layer, and the marked words. */
export function PdfPage({
  pdf,
  number,
  width,
  ratio,
  part,
  anchor,
}: {
  pdf: OpenedPdf;
  /** from 1 */
  number: number;
  /** pixels */
  width: number;
  /** height divided by width, until the page is loaded */
  ratio: number;
  /** the part to mark, if it is on this page */
  part: TextPart | undefined;
  anchor: SearchAnchor | null;
}) {
  const { t } = useTranslation('files');
  const host = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(width * ratio);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    let cancel = (): void => undefined;
    const element = host.current!;
    const draw = async (): Promise<void> => {
      const page = await pdf.document.getPage(number);
      if (isOver) return;
      const scale = width / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      setHeight(viewport.height);
      const density = Math.min(devicePixelRatio || 1, Math.sqrt(CANVAS_MAX / (viewport.width * viewport.height)));
      const canvas = document.createElement('canvas');
      canvas.width = Math.floor(viewport.width * density);
      canvas.height = Math.floor(viewport.height * density);
      canvas.style.width = '100%';
      const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
      const layer = document.createElement('div');
      layer.className = 'textLayer';
      const text = new pdf.library.TextLayer({
        textContentSource: page.streamTextContent(),
        container: layer,
        viewport,
      });
      cancel = () => {
        task.cancel();
        text.cancel();
      };
      element.style.setProperty('--total-scale-factor', String(scale));
      await task.promise;
      if (isOver) return;
      element.replaceChildren(canvas, layer);
      await text.render();
    };
    draw().catch(() => {
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
      cancel();
    };
  }, [pdf, number, width]);
  return (
    <div className="px-4 pb-4 first:pt-1">
      <div
        role="group"
        aria-label={t('pdf.page', { page: number })}
        data-pdf-page={number}
        className="pdf-page relative mx-auto shadow-float"
        style={{ width, height }}
      >
        {isFailed ? <p className="p-4 text-13 text-danger">{t('pdf.pageFailed')}</p> : <div ref={host} />}
        <FoundBoxes part={part} anchor={anchor} />
        {part && boxesOf(part, null).length === 0 && anchor && <FoundText host={host} anchor={anchor} />}
      </div>
    </div>
  );
}

/** Marks words in the text layer when it is rendered, and scrolls to the first. */
function FoundText({ host, anchor }: { host: React.RefObject<HTMLDivElement>; anchor: SearchAnchor }) {
  useEffect(() => {
    const element = host.current;
    if (!element || !('highlights' in CSS)) return undefined;
    let isShown = false;
    const mark = (): void => {
      const ranges = wordRanges(element, anchor.words);
      CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
      if (isShown || !ranges[0]) return;
      isShown = true;
      ranges[0].startContainer.parentElement?.scrollIntoView({ block: 'center' });
    };
    mark();
    const arriving = new MutationObserver(mark);
    arriving.observe(element, { childList: true, subtree: true });
    return () => {
      arriving.disconnect();
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [host, anchor]);
  return null;
}
