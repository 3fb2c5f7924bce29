/**
 * The fuzz of replicas.fuzz.ts against two server processes on one PostgreSQL server, where its programs are installed: requests go
 * to them in turn, some at once, and each hears of the other's changes by LISTEN and NOTIFY alone.
 */
import { fuzz } from '../support/fuzz/suite';

fuzz('postgres');
