import { Bookmark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '~/ui/controls/button-styles';
import { paths } from '~/paths';

/**
 * The script of the bookmarklet: opens the share screen with address and title of the present page. There the person
 * confirms before the link is added.
 */
export const bookmarkletScript = (origin: string): string =>
  `javascript:void open(${JSON.stringify(`${origin}${paths.share()}?url=`)}+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title))`;

/** A link to drag to the bookmarks bar. A press does nothing, since the script is meant for other pages. */
export function Bookmarklet({ label }: { label: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  // set outside of React, which blocks `javascript:` addresses in `href`; the content security policy blocks the script
  // on this page
  useEffect(() => link.current?.setAttribute('href', bookmarkletScript(location.origin)), []);
  return (
    <a ref={link} draggable onClick={(event) => event.preventDefault()} className={buttonClass('secondary', 'small')}>
      <Bookmark aria-hidden size={14} />
      {label}
    </a>
  );
}
