import { isLoopback } from './loopback.ts';

/** The gateway to which an emulator sends webhooks. */
export interface LocalGateway {
  /** Its address for clients, without a slash at the end. Webhooks below it are sent to `localUrl`. */
  readonly publicUrl: string;
  /** Its address on this machine. */
  readonly localUrl: string;
}

/**
 * Returns where the webhooks of an address are sent: always on this machine, so that an emulator never calls another host.
 * @throws Error for an address that is neither on a loopback interface nor an address of the gateway
 */
export function deliveryUrl(address: unknown, gateway?: LocalGateway): string {
  if (typeof address === 'string' && gateway && address.startsWith(`${gateway.publicUrl}/`))
    return gateway.localUrl + address.slice(gateway.publicUrl.length);
  if (typeof address === 'string' && isLoopback(address)) return address;
  const own = gateway ? `, or below ${gateway.publicUrl} (PUBLIC_URL at the start of the emulator)` : '';
  throw new Error(
    `expected a webhook URL on this machine such as http://127.0.0.1:4000/…${own}, got ${JSON.stringify(address)?.slice(0, 200)}`,
  );
}
