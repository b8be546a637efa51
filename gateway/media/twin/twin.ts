import { resolve } from 'node:path';
import cors from '@fastify/cors';
import files from '@fastify/static';
import type { FastifyError } from 'fastify';
import { listen, type Twin, twinServer } from '../../twins/server.ts';
import { mountApi } from './api.ts';
import { notFound, sendError } from './apiError.ts';
import { imageRoutes } from './imageRoutes.ts';
import { MediaLibrary } from './library.ts';
import { MUX_RATE_LIMITS, type RateLimits, rateLimiter } from './rateLimit.ts';
import { readSeed } from './seed.ts';
import { UriSigner } from './signedUri.ts';
import { MediaStore } from './store.ts';
import { type PlaybackContext, streamRoutes } from './streamRoutes.ts';

/** What a media twin is made of. */
export interface MediaTwinOptions {
  /** Holds `assets.json` and `media/<asset id>/`. */
  seedDir: string;
  /** 0 picks a free one. */
  port: number;
  tokenId: string;
  tokenSecret: string;
  /** A key the account has from the start; the private half is a PEM in base64. */
  signingKey?: { id: string; privateKey: string };
  /** Mux's own unless given. */
  rateLimit?: RateLimits;
}

/** The management API takes descriptions, never media: direct uploads go to an address of their own. */
const BODY_LIMIT = 1024 * 1024;

/**
 * Starts a server that speaks Mux's wire on one port: the management API (`/video/v1`, `/system/v1`), and
 * what stream.mux.com and image.mux.com serve.
 * @throws Error when the seed or the signing key cannot be read, or the port is taken
 */
export async function createMediaTwin(options: MediaTwinOptions): Promise<Twin> {
  const { port, signingKey, rateLimit = MUX_RATE_LIMITS } = options;
  const seedDir = resolve(options.seedDir);
  const store = new MediaStore();
  const library = new MediaLibrary(seedDir);
  const limiter = rateLimiter(rateLimit);
  const reset = async () => {
    store.load(await readSeed(seedDir), signingKey);
    limiter.reset();
  };
  await reset();

  const app = twinServer({ name: 'media', reset, bodyLimit: BODY_LIMIT });
  mountApi(app, { ...options, store, library, limiter });
  const playback: PlaybackContext = { store, library, signer: new UriSigner() };
  app.register(async (scope) => {
    await scope.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'OPTIONS'],
      exposedHeaders: ['accept-ranges', 'content-length', 'content-range', 'etag'],
    });
    await scope.register(files, { root: library.root, serve: false, cacheControl: false });
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      reply.header('cache-control', 'no-store');
      return sendError(error, reply);
    });
    scope.setNotFoundHandler((_request, reply) => sendError(notFound('resource'), reply));
    streamRoutes(scope, playback);
    imageRoutes(scope, playback);
  });
  app.addHook('onClose', async () => store.load([]));
  return listen(app, port);
}
