/**
 * Runs before the end-to-end tests: creates a data folder with the demo company, once, by the server itself. Servers of
 * tests start on copies.
 */
import { createSatchel, DEMO_DATA } from './satchel';

export default async function setup(): Promise<() => Promise<void>> {
  const satchel = await createSatchel();
  await satchel.start();
  await satchel.stop();
  process.env[DEMO_DATA] = satchel.dataDir;
  return () => satchel.dispose();
}
