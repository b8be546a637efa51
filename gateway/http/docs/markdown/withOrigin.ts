import { DOCUMENTED_ORIGIN } from './operationPrograms.ts';

const webSocketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * Replaces the origin in examples by that of the deployment. It is never that of `Host`: a cache whose key lacks the host would
 * give the response to others, who send their key to it.
 */
export const withOrigin = (text: string, origin: string): string =>
  // Functions, because `$` has a meaning in a replacement that is a text.
  text
    .replaceAll(DOCUMENTED_ORIGIN, () => origin)
    .replaceAll(webSocketOrigin(DOCUMENTED_ORIGIN), () => webSocketOrigin(origin));
