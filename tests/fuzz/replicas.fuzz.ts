/**
 * Several replicas and one server under a hostile network, killed processes, wrong clocks and changing access. After the network is whole
 * again every replica holds exactly what the database lets its person see, nothing waits, and nothing that was confirmed is lost.
 * The seeds kept by name and a part of the day's; replicas-more plays the rest beside it, replicas-postgres some on two server processes.
 */
import { fuzz } from '../support/fuzz/suite';

fuzz('pglite', 0);
