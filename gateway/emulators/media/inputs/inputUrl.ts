import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isLoopback } from '../../shared/loopback.ts';
import { invalidParameters } from '../api/apiError.ts';
import { InputError } from './inputError.ts';

const SCHEMES = ['http:', 'https:', 's3:', 'gs:', 'mux:'];

/** Time limit of a download. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** @throws ApiError 400 when Mux would not try to download the URL */
export function parseInputUrl(url: unknown, at: string): string {
  if (typeof url !== 'string' || url === '') throw invalidParameters(`${at} is required`);
  if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol))
    throw invalidParameters(`${at} is not a url with one of the schemes ${SCHEMES.join(' ')}`);
  return url;
}

/**
 * Downloads an input to a file. To avoid network access only loopback addresses and `localhost` are
 * requested, and redirects are not followed.
 * @throws InputError `download_failed`, as at Mux
 */
export async function download(
  url: string,
  { to, maxBytes }: { to: string; maxBytes: number },
): Promise<void> {
  if (!isLoopback(url)) throw downloadFailed('this emulator does not access the network');
  const abort = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'error', signal: abort }).catch((error: Error) => {
    throw downloadFailed(error.cause instanceof Error ? error.cause.message : error.message);
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw downloadFailed(`the server responded with status ${response.status}`);
  }
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw downloadFailed(`it is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  };
  await pipeline(Readable.from(response.body), counted, createWriteStream(to), { signal: abort }).catch(
    (error: Error) => {
      throw error instanceof InputError ? error : downloadFailed(error.message);
    },
  );
}

function downloadFailed(reason: string): InputError {
  return new InputError('download_failed', `The input could not be downloaded: ${reason}.`);
}
