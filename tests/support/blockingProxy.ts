import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between the gateway and a provider that can delay responses which the provider has sent already. */
export interface BlockingProxy {
  readonly url: string;
  /** URL that requests are forwarded to. */
  target: string;
  /** Delays all responses until `release`. `responded` resolves when the provider has sent the first of them. */
  block(): { responded: Promise<void>; release(): void };
  close(): void;
}

interface Block {
  readonly responded: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

export async function startBlockingProxy(): Promise<BlockingProxy> {
  let active: Block | undefined;
  const server = createServer((request, response) => {
    // A failure of the target is a failure of the proxy.
    forward(request, response).catch(() => response.destroy());
  });
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const upstream = await fetch(`${proxy.target}${request.url}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const text = await upstream.text();
    const block = active;
    block?.responded.resolve();
    await block?.released.promise;
    const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(upstream.headers);
    response.writeHead(upstream.status, headers).end(text);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: BlockingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    block() {
      const block: Block = {
        responded: Promise.withResolvers<void>(),
        released: Promise.withResolvers<void>(),
      };
      active = block;
      return {
        responded: block.responded.promise,
        release() {
          block.released.resolve();
          if (active === block) active = undefined;
        },
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
