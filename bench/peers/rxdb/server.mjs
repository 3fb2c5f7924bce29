/** A pull endpoint over documents in memory, as in RxDB's tutorial on HTTP replication. */
import { createServer } from 'node:http';
import { EMPTY_PAGE, port, readDocuments, ready } from '../common.mjs';

const all = readDocuments();
for (const rows of Object.values(all)) rows.sort((a, b) => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1));

/** The first position after a checkpoint, by binary search: a database would have an index. */
function behind(rows, { updatedAt, id }) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row.updatedAt < updatedAt || (row.updatedAt === updatedAt && row.id <= id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/pull') {
    const rows = all[url.searchParams.get('collection')];
    const from = behind(rows, { updatedAt: Number(url.searchParams.get('updatedAt')), id: url.searchParams.get('id') });
    const documents = rows.slice(from, from + Number(url.searchParams.get('limit')));
    const last = documents.at(-1);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ documents, checkpoint: last ? { id: last.id, updatedAt: last.updatedAt } : null }));
  } else response.writeHead(200, { 'content-type': 'text/html' }).end(EMPTY_PAGE);
}).listen(port, '127.0.0.1', ready);
