import { createWriteStream } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid } from './apiError.ts';
import { InputRefused } from './inputRefused.ts';

const SCHEMES = ['http:', 'https:', 's3:', 'gs:', 'mux:'];

/** Milliseconds an input has to arrive. */
const PATIENCE = 60_000;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** @throws ApiError 400 when `url` is none that the provider would try to fetch */
export function checkedUrl(url: unknown, at: string): string {
  if (typeof url !== 'string' || url === '') throw invalid(`${at} is required`);
  if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol))
    throw invalid(`${at} is not a url with one of the schemes ${SCHEMES.join(' ')}`);
  return url;
}

/**
 * Fetches an input into a file. The twin reaches no network: only addresses of this machine are asked, by number or as
 * `localhost`, since any other name may lead anywhere; redirects are not followed.
 * @param most bytes
 * @throws InputRefused `download_failed`, as the provider ends an input that it cannot download
 */
export async function download(url: string, { to, most }: { to: string; most: number }): Promise<void> {
  if (!isLoopback(url)) throw unreachable('this twin fetches nothing from the network');
  const abort = AbortSignal.timeout(PATIENCE);
  const response = await fetch(url, { redirect: 'error', signal: abort }).catch((error: Error) => {
    throw unreachable(error.cause instanceof Error ? error.cause.message : error.message);
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw unreachable(`the server answered ${response.status}`);
  }
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) throw unreachable(`it is larger than ${most} bytes`);
      yield chunk;
    }
  };
  await pipeline(Readable.from(response.body), counted, createWriteStream(to), { signal: abort }).catch(
    (error: Error) => {
      throw error instanceof InputRefused ? error : unreachable(error.message);
    },
  );
}

function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return (
    /^https?:$/.test(protocol) &&
    (host === 'localhost' || (family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')))
  );
}

function unreachable(why: string): InputRefused {
  return new InputRefused('download_failed', `The input could not be downloaded: ${why}.`);
}
