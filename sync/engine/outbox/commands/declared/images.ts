/** Images of texts. */

export interface ImageCommands {
  /**
   * Stores an image of a text, shows it here immediately and uploads it later. Throws NOTE_NOT_FOUND, NOTE_EDIT_DENIED,
   * FILE_TYPE_NOT_SUPPORT, FILE_MAX_LENGTH_EXCEEDED, DEVICE_STORAGE_FULL
   */
  'image.add': { input: { contentId: string; file: Blob }; output: { id: string; width: number; height: number } };
  /**
   * Copies images of other texts into a text, as far as the person may read them and they are available now. `from`:
   * the text of an image, '' if unknown. Returns the ids of the copies by the ids of the images
   */
  'image.copy': {
    input: { contentId: string; images: { id: string; from: string }[] };
    output: { copies: Record<string, string> };
  };
}
