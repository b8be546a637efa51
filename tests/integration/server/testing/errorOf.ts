import { errorUrl } from '../../../../gateway/core/errorUrl.ts';
import { type RawRequest, rawRequest } from '../../../support/rawRequest.ts';
import { documentedErrors } from './documentedErrors.ts';

let addresses = 0;

/**
 * Sends a request as a new caller, because rejections cost points.
 * @returns the status, and the extensions of the first error
 * @throws Error if the error has no message or link, or figures that docs/errors.md does not document
 */
export async function errorOf(origin: string, { headers, ...request }: RawRequest) {
  addresses += 1;
  const { status, body } = await rawRequest(origin, {
    ...request,
    headers: { ...headers, 'x-forwarded-for': `10.1.0.${addresses}` },
  });
  return { status, extensions: extensionsIn(body.toString()) };
}

/** Returns the extensions of the first error in a body. @throws Error as `errorOf` */
export function extensionsIn(body: string): Readonly<Record<string, unknown>> {
  const { errors } = JSON.parse(body) as {
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
  const [error] = errors ?? [];
  if (!error?.message) throw new Error(`expected an error with a message, got ${body.slice(0, 200)}`);
  const { code, url, ...figures } = error.extensions;
  if (url !== errorUrl(String(code)))
    throw new Error(`${code}: expected a link to its description, got ${String(url)}`);
  const documented = documentedErrors().get(String(code));
  const unknown = Object.keys(figures).filter((name) => !documented?.has(name));
  if (unknown.length > 0)
    throw new Error(`${code}: expected only figures of docs/errors.md, got ${unknown.join(', ')}`);
  return error.extensions;
}
