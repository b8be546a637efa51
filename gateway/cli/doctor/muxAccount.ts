import Mux from '@mux/mux-node';
import type { MediaConfig } from '../../config/config.ts';

/** Creates the client of the Mux account, without retries. */
export const openMuxAccount = ({ tokenId, tokenSecret, baseUrl }: MediaConfig): Mux =>
  new Mux({
    tokenId,
    tokenSecret,
    // The SDK would read missing options from the environment.
    jwtSigningKey: null,
    jwtPrivateKey: null,
    webhookSecret: null,
    authorizationToken: null,
    maxRetries: 0,
    logLevel: 'off',
    baseURL: baseUrl ?? 'https://api.mux.com',
  });
