import { Bookmark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '~/ui/controls/button-styles';
import { paths } from '~/paths';

/**
 * The script of a bookmark: opens the screen of shared content with the address and title of the page one reads.
 * The link is added only after the person has pressed a button there.
 */
export const bookmarkletScript = (origin: string): string =>
  `javascript:void open(${JSON.stringify(`${origin}${paths.share()}?url=`)}+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title))`;

/** A button to be dragged to the bookmarks bar. A press does nothing here: the script is for other pages. */
export function Bookmarklet({ label }: { label: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  // React refuses such an address in `href`, and the content security policy its execution on this page
  useEffect(() => link.current?.setAttribute('href', bookmarkletScript(location.origin)), []);
  return (
    <a ref={link} draggable onClick={(event) => event.preventDefault()} className={buttonClass('secondary', 'small')}>
      <Bookmark aria-hidden size={14} />
      {label}
    </a>
  );
}
