/** Images in a text that is read: writeHtml names them, this shows them. */
import { showImage, whenNear } from './image-urls';

/**
 * @param contentId the text that is read
 * @param words what is said while an image is missing
 */
export function showImagesIn(
  root: HTMLElement,
  contentId: string,
  words: (word: 'offline' | 'notUploaded') => string,
): () => void {
  const ends = [...root.querySelectorAll<HTMLImageElement>('img[data-image-id]')].map((image) => {
    const id = image.dataset['imageId'] ?? '';
    if (!id) return () => {};
    // for a text that it is copied into
    image.dataset['imageOf'] = contentId;
    let end = (): void => {};
    let note: HTMLElement | null = null;
    const stopNear = whenNear(image, () => {
      end = showImage(contentId, id, {
        ready: (url) => {
          note?.remove();
          image.hidden = false;
          image.src = url;
        },
        missing: (reason) => {
          const text = words(reason === 'offline' ? 'offline' : 'notUploaded');
          if (!note) {
            note = document.createElement('span');
            note.className = 'note-image-missing';
            image.after(note);
          }
          image.hidden = true;
          note.textContent = image.alt ? `${image.alt} · ${text}` : text;
        },
      });
    });
    return () => {
      stopNear();
      end();
    };
  });
  return () => {
    for (const end of ends) end();
  };
}
