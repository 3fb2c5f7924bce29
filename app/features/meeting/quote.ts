/** Formats words of a transcript as a quote for the clipboard, with a link to their moment. */

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface Quote {
  words: string;
  name: string;
  /** as displayed */
  time: string;
  address: string;
}

export function quoteOf({ words, name, time, address }: Quote): { text: string; html: string } {
  const lines = words.split('\n');
  const source = [name, time].filter(Boolean).join(', ');
  return {
    text: `${lines.map((line) => `> ${line}`).join('\n')}\n> [${source}](${address})\n`,
    html: `<blockquote><p>${lines.map(escapeHtml).join('<br>')}</p><p><a href="${escapeHtml(address)}">${escapeHtml(
      source,
    )}</a></p></blockquote>`,
  };
}
