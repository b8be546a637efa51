import { type Channel, createChannel } from './channel.ts';

/**
 * Opens the channel of this worker process to the primary process.
 * @throws Error if this process is not a worker
 */
export function openPrimaryChannel(): Channel {
  if (!process.send) throw new Error('expected a worker process, got one without a primary process');
  // A failed send means that the primary has exited; Node then ends this process.
  const channel = createChannel((message) => process.send?.(message, undefined, undefined, () => undefined));
  process.on('message', channel.receive);
  process.once('disconnect', channel.close);
  return channel;
}
