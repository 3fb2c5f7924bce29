/** Joins the images of an open text with the replica and the screen. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { sizeText } from '~/i18n/size-text';
import { observe, run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import { typeOfName } from '../../../sync/model/file-types';
import { languageTag } from '../../../sync/model/languages';
import { ImageRows } from './image-rows';
import { showImage } from './image-urls';
import type { ImageHost } from './image-host';
import { pictureErrorOf } from './images';
import type { PictureError } from './prepare-image';

/** How large the file is, and how large it may be. */
function measuredText({ measured }: PictureError, language: string): Record<string, string> {
  if (!measured) return {};
  const number = new Intl.NumberFormat(languageTag(language));
  return 'bytes' in measured
    ? { size: sizeText(measured.bytes, language), max: sizeText(measured.max, language, { decimals: 0 }) }
    : {
        width: number.format(measured.width),
        height: number.format(measured.height),
        max: number.format(Math.floor(measured.max / 1_000_000)),
      };
}

/** Whether its name says that it is a file of another kind than a picture, which a project can have. */
function isForProject(file: Blob): file is File {
  const type = file instanceof File ? typeOfName(file.name) : null;
  return type !== null && type.category !== 'image';
}

/**
 * @param ready resolves when the text is a document on this device
 */
export function useImages(contentId: string, ready: () => Promise<void>) {
  const { t, i18n } = useTranslation(['note', 'errors']);
  const input = useRef<HTMLInputElement>(null);
  const [describing, setDescribing] = useState<number | null>(null);
  /** files that are no pictures, and can be added to the project of the text */
  const [others, setOthers] = useState<readonly File[]>([]);
  const offered = useRef(new WeakSet<object>());
  const [rows] = useState(() => new ImageRows());
  // the texts of the language in which the editor was opened
  const latest = useRef(t);
  const language = useRef(i18n.language);
  useEffect(() => observe({ kind: 'images', contentId }, (all) => rows.set(all)), [contentId, rows]);
  const host = useMemo(
    (): ImageHost => ({
      words: (word, params = {}) => latest.current(`note:image.${word}`, params),
      async add(file) {
        const { PictureError, prepareImage } = await import('./prepare-image');
        if (isForProject(file)) {
          const error = new PictureError('notPicture');
          offered.current.add(error);
          setOthers((before) => [...before, file]);
          throw error;
        }
        const prepared = await prepareImage(file);
        await ready();
        return run('image.add', { contentId, file: prepared });
      },
      contentId,
      async copy(images) {
        await ready();
        return (await run('image.copy', { contentId, images })).copies;
      },
      refused(error) {
        if (typeof error === 'object' && error !== null && offered.current.has(error)) return;
        const fault = pictureErrorOf(error);
        if (fault)
          toast.error(latest.current(`note:image.fault.${fault.fault}`, measuredText(fault, language.current)));
        else reportFailure(latest.current, error);
      },
      show: (id, on) => showImage(contentId, id, on),
      rowOf: rows.rowOf,
      watch: rows.watch,
      choose: () => input.current?.click(),
      describe: setDescribing,
    }),
    [contentId, ready, rows],
  );
  const closeDescription = useCallback(() => setDescribing(null), []);
  const closeOffer = useCallback(() => setOthers([]), []);
  return { host, input, describing, closeDescription, others, closeOffer };
}
