/** The other part of the day's seeds of replicas.fuzz.ts, in a process of its own. */
import { fuzz } from '../support/fuzz/suite';

fuzz('pglite', 1);
