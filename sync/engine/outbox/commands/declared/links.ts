/** Links of projects. */

export interface LinkCommands {
  /**
   * Adds a website or a single page to a project; the server reads it after the row was pushed. Throws
   * WEBSITE_URL_INVALID, WEBSITE_URL_NOT_PUBLIC, WEBSITE_PORT_NOT_ALLOWED, SINGLE_URL_DUPLICATED (`id`, `title`: of the
   * link with this address)
   */
  'link.add': {
    input: {
      projectId: string;
      url: string;
      kind: 'website' | 'singleUrl';
      depth?: number;
      pageLimit?: number;
      recrawl?: 'never' | 'weekly';
    };
    output: { id: string };
  };
  'link.settings': {
    input: { id: string; depth?: number; pageLimit?: number; recrawl?: 'never' | 'weekly' };
    output: null;
  };
}
