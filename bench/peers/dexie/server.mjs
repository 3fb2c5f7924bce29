/** A file of documents, sent as one stream: the fastest possible server. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { EMPTY_PAGE, file, port, ready } from '../common.mjs';

const body = readFileSync(file);
createServer((request, response) => {
  if (request.url === '/documents') response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(body);
  else response.writeHead(200, { 'content-type': 'text/html' }).end(EMPTY_PAGE);
}).listen(port, '127.0.0.1', ready);
