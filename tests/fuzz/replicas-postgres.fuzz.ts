/**
 * The fuzz of replicas.fuzz.ts against two server processes on one PostgreSQL server, if its programs are installed:
 * requests alternate between them, some in parallel, and they learn of each other's changes by LISTEN and NOTIFY only.
 */
import { fuzz } from '../support/fuzz/suite';

fuzz('postgres');
