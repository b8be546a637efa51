import type { FastifyReply } from 'fastify';

/** The reason of the abort when the client disconnects while its page is rendered. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/** Returns a signal that aborts when the client disconnects before the page is complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientDisconnected('the client disconnected'));
  });
  return controller.signal;
}
