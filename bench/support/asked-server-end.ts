/** The process of an `AskedServer`. */
import { serveParent } from '../../tests/support/child-end';
import { openAskedServer } from './asked-server';

serveParent(openAskedServer as (...args: never[]) => Promise<object>);
