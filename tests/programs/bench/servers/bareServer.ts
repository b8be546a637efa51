/** A server of `node:http` that responds with `BODY`, or with 304 to a conditional request. */
import { createServer } from 'node:http';

const body = Buffer.from(process.env.BODY ?? '');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

createServer(({ headers: { 'if-none-match': ifNoneMatch } }, response) => {
  if (ifNoneMatch === undefined) response.writeHead(200, headers).end(body);
  else response.writeHead(304).end();
}).listen(Number(process.env.PORT), '127.0.0.1');
