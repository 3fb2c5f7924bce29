/** Downloads, by a link that is pressed at once. */

/**
 * Starts a download of an address of this site: no bytes pass the page.
 * @param name under which the file is saved, unless the server's answer has a name
 */
export function openDownload(href: string, name = ''): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves bytes of this device as a file. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  openDownload(url, name);
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
