import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { algoliasearch } from 'algoliasearch';
import { createSearchRequester } from './requester.ts';

test('search requester: a call uses one host, and the next call skips a failed host', async () => {
  const requestedHosts: string[] = [];
  const listen = async (name: string, status: number) => {
    const server = createServer((_request, response) => {
      requestedHosts.push(name);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"results": []}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const servers = await Promise.all([listen('first', 503), listen('second', 200)]);
  try {
    const { requester, hostsCache, sendOnce: callOnce } = createSearchRequester(1024, 1);
    const client = algoliasearch('app', 'key', {
      requester,
      hostsCache,
      hosts: servers.map((server) => ({
        url: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        protocol: 'http',
        accept: 'readWrite',
      })),
    });
    const search = () => callOnce(new AbortController().signal, () => client.search({ requests: [] }));
    await expect(search()).rejects.toMatchObject({ stackTrace: [{ response: { status: 503 } }] });
    expect(requestedHosts).toEqual(['first']);
    expect(await search()).toEqual({ results: [] });
    expect(requestedHosts).toEqual(['first', 'second']);
  } finally {
    for (const server of servers) server.close();
  }
});
