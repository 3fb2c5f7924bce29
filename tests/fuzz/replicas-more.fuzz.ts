/** The other part of the day's seeds of replicas.fuzz.ts, in a separate process. */
import { fuzz } from '../support/fuzz/suite';

fuzz('pglite', 1);
