/** `node mirrorServer.ts <origin> <path>…` serves the responses of a gateway with `node:http` alone, and prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rawRequest } from '../../../support/rawRequest.ts';

const [origin = '', ...paths] = process.argv.slice(2);
const responses = new Map(
  await Promise.all(
    paths.map(async (path) => {
      const { headers, body } = await rawRequest(origin, { path, headers: { 'accept-encoding': 'br' } });
      return [path, { headers, body }] as const;
    }),
  ),
);
const server = createServer((request, response) => {
  const { headers, body } = responses.get(request.url ?? '') ?? { headers: {}, body: Buffer.alloc(0) };
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
