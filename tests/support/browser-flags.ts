/** Flags for Chromium that tests and the bench share. */

/**
 * The page of the address bar, which Chromium loads at its start, takes a processor 1.4 s: more than the rest of the start, and from whatever
 * a test or a measurement does next. A person's browser has done with it long before. The others are what Playwright turns off, whose list this takes the place of.
 */
const FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
export const WITHOUT_FEATURES = `--disable-features=${FEATURES.join(',')}`;
