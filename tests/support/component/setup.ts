/** Before every file of component tests: the window, before anything that looks for one; after every test its page ends. */
import './window';
import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });
afterEach(async () => {
  const { closePage } = await import('./page');
  await closePage();
});
