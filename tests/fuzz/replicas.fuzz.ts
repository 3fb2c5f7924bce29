/**
 * Several replicas and one server under a hostile network, killed processes, wrong clocks and changing access. After
 * the network has recovered, every replica holds exactly the documents that the database lets its person see, nothing
 * is pending, and nothing that was confirmed is lost. Runs the kept seeds and a part of the day's; replicas-more runs
 * the rest in parallel, replicas-postgres some on two server processes.
 */
import { fuzz } from '../support/fuzz/suite';

fuzz('pglite', 0);
