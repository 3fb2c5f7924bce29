/** The routes, from the features' manifests (./features). */
import { index, layout, route, type RouteConfig } from '@remix-run/route-config';
import type { Screen } from './feature';
import { FEATURES } from './features';

const SCREENS: readonly Screen[] = FEATURES.flatMap(({ screens }) => screens);
const routesIn = (frame: Screen['layout']) =>
  SCREENS.filter((screen) => screen.layout === frame).map(({ path, file }) =>
    path === '' ? index(file) : route(path, file),
  );

export default [
  ...routesIn(undefined),
  layout('routes/admin/_layout.tsx', routesIn('console')),
  layout('routes/workspace/_layout.tsx', routesIn('workspace')),
] satisfies RouteConfig;
