/**
 * Before the end-to-end tests: a data folder with the demo company, created once by Satchel itself. Every server of a
 * test starts on a copy.
 */
import { createSatchel, DEMO_DATA } from './satchel';

export default async function setup(): Promise<() => Promise<void>> {
  const satchel = await createSatchel();
  await satchel.start();
  await satchel.stop();
  process.env[DEMO_DATA] = satchel.dataDir;
  return () => satchel.dispose();
}
