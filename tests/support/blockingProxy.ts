import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between the gateway and a provider: it can keep an answer back that has been given already. */
export interface HeldProxy {
  readonly url: string;
  /** Where requests go on to. */
  target: string;
  /** Keeps answers back until `release`; resolves when the provider has given the first. */
  hold(): { given: Promise<void>; release(): void };
  close(): void;
}

export async function openHeldProxy(): Promise<HeldProxy> {
  let held: { given: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | undefined;
  const server = createServer((request, response) => {
    // What breaks behind it breaks before it as well.
    pass(request, response).catch(() => response.destroy());
  });
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(`${proxy.target}${request.url}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const text = await answer.text();
    const here = held;
    here?.given.resolve();
    await here?.released.promise;
    const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers).end(text);
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: HeldProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    hold() {
      const now = { given: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
      held = now;
      return {
        given: now.given.promise,
        release() {
          now.released.resolve();
          if (held === now) held = undefined;
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
