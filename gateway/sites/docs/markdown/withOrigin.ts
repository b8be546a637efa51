import { DOCUMENTED_ORIGIN } from './operationPrograms.ts';

const webSocketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * Replaces the origin in examples by the origin of the deployment, and never by `Host`: a cache whose key lacks the host would
 * give the response to other clients, who would send their key to it.
 */
export const withOrigin = (text: string, origin: string): string =>
  // Functions, because `$` has a meaning in a replacement that is a text.
  text
    .replaceAll(DOCUMENTED_ORIGIN, () => origin)
    .replaceAll(webSocketOrigin(DOCUMENTED_ORIGIN), () => webSocketOrigin(origin));
