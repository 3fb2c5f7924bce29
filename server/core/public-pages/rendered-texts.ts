/**
 * LRU cache of the rendered texts of public pages: anybody may request a page, and rendering a large text blocks the
 * process for seconds.
 */

/** characters of all texts together */
const CHARACTERS_MAX = 16_000_000;

export class RenderedTexts {
  private readonly rows = new Map<string, string>();
  private characters = 0;

  constructor(private readonly charactersMax = CHARACTERS_MAX) {}

  /** @param key names the text and its revision */
  of(key: string, render: () => string): string {
    const known = this.rows.get(key);
    if (known !== undefined) {
      // insertion order is the order of the last use
      this.rows.delete(key);
      this.rows.set(key, known);
      return known;
    }
    const html = render();
    if (html.length > this.charactersMax) return html;
    this.rows.set(key, html);
    this.characters += html.length;
    for (const [oldest, text] of this.rows) {
      if (this.characters <= this.charactersMax) break;
      this.rows.delete(oldest);
      this.characters -= text.length;
    }
    return html;
  }
}
