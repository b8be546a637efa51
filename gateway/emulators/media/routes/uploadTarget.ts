import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidParameters, notFound, sendError } from '../api/apiError.ts';
import { newAsset } from '../assets/asset.ts';
import type { Upload } from '../assets/upload.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { MAX_FILE_BYTES } from '../ingest/ingest.ts';
import { addRequestedParts } from '../ingest/requestedParts.ts';
import { readContentRange } from '../uploads/contentRange.ts';
import { ResumableUpload } from '../uploads/resumableUpload.ts';

const UPLOAD_PATH = '/direct-uploads';
/** Name of the uploaded file among the generated files of the upload. */
const FILE_NAME = 'source';
/** Maximum age of a preflight response in browsers. */
const PREFLIGHT_MAX_AGE_SECONDS = 3600;

interface Params {
  id: string;
}

/** Returns the URL for the file. Possession of the URL permits the upload, so it contains a long secret. */
export function uploadUrl(origin: string, id: string, secret: string): string {
  return `${origin}${UPLOAD_PATH}/${id}?upload_id=${secret}`;
}

/** Receives files like the storage behind Mux's upload URLs. */
export interface UploadTarget {
  /** Mounts the upload URLs. */
  mount(app: FastifyInstance): void;
  /** Drops the state of one upload, or of all uploads. */
  clear(id?: string): void;
}

/**
 * Creates the target of direct uploads. It receives files in one piece or in parts, according to Google Cloud
 * Storage's page on resumable uploads: parts have a `Content-Range`, get 308 with the stored `Range` until
 * the file is complete, and continue from there after a lost connection. CORS allows the upload's
 * `cors_origin`.
 */
export function createUploadTarget(context: ApiContext): UploadTarget {
  const files = new Map<string, ResumableUpload>();
  const fileOf = ({ id }: Upload): ResumableUpload => {
    const existing = files.get(id);
    if (existing) return existing;
    const file = new ResumableUpload(context.generatedFiles.path(id, FILE_NAME), {
      maxBytes: MAX_FILE_BYTES,
      ensureSpace: (bytes) => context.generatedFiles.ensureSpace(bytes),
    });
    files.set(id, file);
    return file;
  };

  async function receive(request: FastifyRequest, upload: Upload): Promise<void> {
    const header = request.headers['content-range'];
    const range = header === undefined ? undefined : readContentRange(header);
    if (header !== undefined && !range)
      throw invalidParameters(`Content-Range: expected bytes a-b/total, got ${header}`);
    if (range?.kind === 'status') return;
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > MAX_FILE_BYTES)
      throw new ApiError(
        413,
        'request_too_large',
        `This emulator accepts files of at most ${MAX_FILE_BYTES} bytes.`,
      );
    context.generatedFiles.ensureSpace(length);
    await context.generatedFiles.folder(upload.id);
    try {
      await fileOf(upload).receive(bodyOf(request), range);
    } finally {
      // The rest of a rejected body is read and discarded; otherwise the next request on the connection is
      // never parsed.
      request.raw.resume();
      await context.generatedFiles.register(upload.id, FILE_NAME).catch(() => undefined);
    }
  }

  /** Creates the asset, unless the upload was cancelled or is finished. */
  async function finish({ id }: Upload): Promise<void> {
    const { uploads, store, ingest, generatedFiles } = context;
    const upload = uploads.get(id);
    if (upload?.status !== 'waiting') {
      if (upload?.status === 'cancelled') await generatedFiles.remove(id);
      return;
    }
    const { inputs = [], ...settings } = upload.new_asset_settings;
    const request = { ...settings, inputs, ...(upload.test && { test: true }) };
    const created = newAsset(request, { now: Date.now(), ingestType: 'on_demand_direct_upload' });
    const asset = { ...created, upload_id: id };
    store.create(asset, inputs);
    uploads.assetCreated(id, asset.id);
    addRequestedParts(context, asset, request);
    ingest.ingestUpload(asset, inputs, { id, name: FILE_NAME });
  }

  return {
    mount: (app) => {
      app.removeAllContentTypeParsers();
      // Parts are written as they arrive, without buffering or parsing.
      app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
      const requireUpload = (request: FastifyRequest) => authorizeUpload(context, request);

      app.options<{ Params: Params }>(`${UPLOAD_PATH}/:id`, (request, reply) => {
        allowOrigin(request, reply, requireUpload(request));
        return reply.code(200).send();
      });
      app.put<{ Params: Params }>(`${UPLOAD_PATH}/:id`, async (request, reply) => {
        const upload = requireUpload(request);
        allowOrigin(request, reply, upload);
        reply.header('cache-control', 'no-store');
        if (upload.status === 'timed_out')
          throw new ApiError(410, 'expired', `The upload URL was valid for ${upload.timeout} seconds.`);
        await receive(request, upload);
        const { receivedBytes, isComplete } = fileOf(upload).progress;
        if (isComplete) {
          await finish(upload);
          return reply.code(200).send();
        }
        if (receivedBytes > 0) reply.header('range', `bytes=0-${receivedBytes - 1}`);
        return reply.code(308).send();
      });
    },
    clear: (id) => {
      if (id === undefined) files.clear();
      else files.delete(id);
    },
  };
}

/**
 * Yields the body of a request without destroying the connection on an early return, so that an error can be
 * sent.
 */
async function* bodyOf({ body }: FastifyRequest): AsyncGenerator<Buffer> {
  if (body) yield* (body as Readable).iterator({ destroyOnReturn: false });
}

/** @throws ApiError 404 for an unknown upload, 403 for a wrong secret */
function authorizeUpload({ uploads }: ApiContext, request: FastifyRequest): Upload {
  const { id } = request.params as Params;
  const upload = uploads.get(id);
  if (!upload) throw notFound('upload');
  const secretInUrl = Buffer.from(String((request.query as { upload_id?: unknown }).upload_id));
  const secret = Buffer.from(uploads.secretOf(id) ?? '');
  if (secretInUrl.length !== secret.length || !timingSafeEqual(secretInUrl, secret))
    throw new ApiError(403, 'forbidden', 'The URL does not belong to the upload.');
  return upload;
}

/** Sets the CORS headers for the allowed origin of the upload. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, { cors_origin: allowed }: Upload): void {
  const { origin } = request.headers;
  reply.header('vary', 'origin');
  const isAllowed = allowed === '*' || (URL.canParse(allowed) ? new URL(allowed).origin : allowed) === origin;
  if (origin === undefined || !isAllowed) return;
  reply.headers({
    'access-control-allow-origin': allowed === '*' ? '*' : origin,
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type, content-range',
    'access-control-expose-headers': 'range, content-length',
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
  });
}
