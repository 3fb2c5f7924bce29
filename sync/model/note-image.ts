/** Limits of images in notes, for device and server. */
export const NOTE_IMAGE = {
  /** most bytes of an image as it is stored */
  bytes: 10 * 1024 * 1024,
  /** most bytes of a picture that a device reads, before it reduces it */
  sourceBytes: 25 * 1024 * 1024,
  /** most pixels of the longer side; a device reduces larger ones */
  side: 2560,
} as const;

/** The types that are stored. SVG is none of them, since it can contain scripts. */
export const NOTE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type NoteImageType = (typeof NOTE_IMAGE_TYPES)[number];
