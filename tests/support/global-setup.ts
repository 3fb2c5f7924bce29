/**
 * Runs before all tests: creates the templates of their databases, and starts a PostgreSQL server if its programs are
 * installed, so that suites run on both engines.
 */
import { migratedServerTemplate, migratedTemplate } from './database';
import { startPostgres } from './postgres';

export default async function setup(): Promise<() => Promise<void>> {
  // on a busy machine this takes longer than the time limit of a test
  await migratedTemplate();
  if (process.env['TEST_DATABASE_URL']) {
    await migratedServerTemplate();
    return () => Promise.resolve();
  }
  const server = await startPostgres();
  if (!server) {
    console.warn('PostgreSQL is not installed: the tests run on the embedded database only.');
    return () => Promise.resolve();
  }
  console.warn(`PostgreSQL ${server.version} serves the tests.`);
  process.env['TEST_DATABASE_URL'] = server.url;
  await migratedServerTemplate();
  return () => server.stop();
}
