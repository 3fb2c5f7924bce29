/** Downloads a file. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
