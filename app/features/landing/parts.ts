/** The width of every section of the page. */
export const WIDE = 'mx-auto w-full max-w-[70rem] px-4 md:px-8';
