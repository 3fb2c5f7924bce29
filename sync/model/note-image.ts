/** Limits of images in notes, for device and server. */
export const NOTE_IMAGE = {
  /** most bytes of a stored image */
  bytes: 10 * 1024 * 1024,
  /** most bytes of a picture before the device reduces it */
  sourceBytes: 25 * 1024 * 1024,
  /** most pixels of the longer side; a device reduces larger ones */
  side: 2560,
} as const;

/** The stored types. SVG is excluded, since it can contain scripts. */
export const NOTE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type NoteImageType = (typeof NOTE_IMAGE_TYPES)[number];
