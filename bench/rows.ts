/** The rows of the table, in order. */
import type { Row } from './support/row';
import { firstSync } from './rows/first-sync';
import { answers } from './rows/answers';
import { bundle } from './rows/bundle';
import { catchUp } from './rows/catch-up';
import { crawl } from './rows/crawl';
import { coldStart } from './rows/cold-start';
import { firstToken } from './rows/first-token';
import { firstScreenful } from './rows/first-screenful';
import { keystroke } from './rows/keystroke';
import { keystrokeInLongNote } from './rows/keystroke-long-note';
import { list } from './rows/list';
import { meeting } from './rows/meeting';
import { meetingScreen } from './rows/meeting-screen';
import { mp3 } from './rows/mp3';
import { sealing } from './rows/sealing';
import { parsing } from './rows/parsing';
import { reader } from './rows/reader';
import { research } from './rows/research';
import { search } from './rows/search';
import { server } from './rows/server';
import { serverSearch } from './rows/server-search';
import { stream } from './rows/stream';
import { terms } from './rows/terms';
import { textDifference } from './rows/text-difference';
import { tokenStream } from './rows/token-stream';
import { upload } from './rows/upload';

export const ROWS: readonly Row[] = [
  firstSync,
  firstScreenful,
  catchUp,
  list,
  keystroke,
  keystrokeInLongNote,
  reader,
  textDifference,
  coldStart,
  search,
  bundle,
  crawl,
  server,
  serverSearch,
  answers,
  firstToken,
  tokenStream,
  research,
  meeting,
  meetingScreen,
  terms,
  stream,
  mp3,
  sealing,
  parsing,
  upload,
];
