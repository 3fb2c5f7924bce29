/**
 * Inline script before the first paint: theme and language of this device. Its text is constant, so that a content
 * security policy can name it by its hash.
 */
export const THEME_KEY = 'theme';
export type Theme = 'light' | 'dark' | 'system';

/** Id of the shell's skeleton: a document that contains it is the shell, whatever its address. */
export const SHELL_ID = 'shell';

export const FIRST_PAINT_SCRIPT =
  `(function(d,s){try{var t=s.getItem('${THEME_KEY}')||'light';if(t==='system')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';` +
  `d.dataset.theme=t==='dark'?'dark':'light';if(s.getItem('sidebar')==='collapsed')d.dataset.sidebar='collapsed';` +
  `var l=(/(?:^|; )lang=(\\w+)/.exec(document.cookie)||[])[1]||s.getItem('lang');if(l&&location.pathname.indexOf('/auth/')!==0)d.lang=l.replace('_hans','-Hans').replace('_hant','-Hant')}catch(e){d.dataset.theme='light'}})(document.documentElement,localStorage)`;
