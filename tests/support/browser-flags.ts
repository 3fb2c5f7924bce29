/** Flags for Chromium that tests and the bench share. */

/**
 * The page of the address bar, which Chromium loads at its start, takes 1.4 s of processor time: more than the rest of
 * the start, and it competes with the next test or measurement. The others are Playwright's own, whose list this
 * replaces.
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
