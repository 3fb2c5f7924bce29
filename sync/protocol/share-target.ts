/**
 * Content that other apps share with Satchel (Web Share Target: the manifest's `share_target`).
 *
 *   other app ── POST /share ─► service worker: holds the form in memory ── 303 /share ─► page
 *                    │                   ◄───────────── TAKE_SHARED, with a port ──────────┘   answered once, then deleted
 *                    └ no service worker ─► server: ignores the body, same 303; the page shows that nothing was received
 *
 * Shared content is never part of a URL and is not stored before a person saves it, because any site can send such a
 * form.
 */
export const SHARE_PATH = '/share';

/** Message from the page to the service worker; the response is a list of `SharedForm`. */
export const TAKE_SHARED = 'TAKE_SHARED';

export interface SharedForm {
  title: string;
  text: string;
  url: string;
  files: File[];
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The form's fields, by their names in the manifest. */
export const sharedForm = (form: FormData): SharedForm => ({
  title: textOf(form, 'title'),
  text: textOf(form, 'text'),
  url: textOf(form, 'url'),
  files: form.getAll('files').filter((value): value is File => typeof value !== 'string'),
});
