/**
 * The manifest of a feature's screens. It is plain data without imports at run time: the page's build, the server and
 * the service worker read it.
 *
 *   app/features/<feature>/feature.ts ─┬─► app/features.ts ─┬─► app/routes.ts    the routes
 *                                      │                    └─► app/screens.ts   who may open an address; if it opens offline
 *                                      └─► navigation-items.ts ─► app/features/shell/navigation.ts   sidebar, bottom bar, palette
 */
export interface Feature {
  screens: readonly Screen[];
  /** of every screen that says nothing else */
  access: Access;
  offline: Offline;
  /**
   * Entries of the sidebar, the bottom bar, the palette and the console's navigation. The icons are in
   * `navigation-items.ts` beside the manifest, those of the console in `console-items.ts`.
   */
  navigation: readonly NavigationEntry[];
  /**
   * The file of the feature's texts, `locales/<language>/<namespace>.json`; null for a feature without texts of its
   * own. A screen of the workspace loads a namespace that `app/i18n/namespaces.ts` does not name:
   * `export const clientLoader = () => loadNamespaces(['<namespace>'])`.
   */
  namespace: string | null;
}

/** public: opens without a session. member: needs one. admin: needs the authority of the admin console. The API checks each call again. */
export type Access = 'public' | 'member' | 'admin';

/**
 * workspace: opens from the device alone, online too. console: comes from the server, and from the device where the
 * console's files are on it and the server does not answer. none: needs the server.
 */
export type Offline = 'workspace' | 'console' | 'none';

export interface Screen {
  /** as in a route, without a slash at the front; '' is the start page */
  path: string;
  /** the route's module, below `app/` */
  file: string;
  /** the frame around it */
  layout?: 'workspace' | 'console';
  access?: Access;
  offline?: Offline;
}

/** In the order in which they are shown. */
export const NAVIGATION_GROUPS = ['work', 'manage', 'device', 'console'] as const;

export interface NavigationEntry {
  /** its text is `shell:navigation.<id>`, in the console `admin:frame.navigation.<id>` */
  id: string;
  group: (typeof NAVIGATION_GROUPS)[number];
  /** within its group */
  order: number;
  href: string;
  /** prefixes of the addresses that mark the entry as current; `href` without its query unless told */
  owns?: readonly string[];
  shownIn: readonly ('sidebar' | 'bottomBar' | 'palette' | 'console')[];
  /** hidden from everybody else */
  access?: 'admin';
}
