import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { ApiError, invalid, notFound, sendError } from './apiError.ts';
import { newAsset } from './asset.ts';
import { addWanted } from './assetParts.ts';
import { readContentRange } from './contentRange.ts';
import { LARGEST_FILE } from './ingest.ts';
import { Resumable } from './resumable.ts';
import type { Upload } from './upload.ts';

const FOLDER = '/direct-uploads';
/** The uploaded file among the made files of the upload. */
const NAME = 'source';
/** Seconds a browser may keep the answer to a preflight. */
const PREFLIGHT_AGE = 3600;

interface Params {
  id: string;
}

/** The address a file is sent to; whoever has it may send, so its secret is as long as a signature. */
export function uploadUrl(origin: string, id: string, secret: string): string {
  return `${origin}${FOLDER}/${id}?upload_id=${secret}`;
}

/** Receives files, as the storage behind the provider's upload addresses does. */
export interface UploadTarget {
  /** Mounts the address every upload is given. */
  mount(app: FastifyInstance): void;
  /** Forgets what came of an upload, of all of them when none is named. */
  forget(id?: string): void;
}

/**
 * Receives files in one piece or in parts, by Google Cloud Storage's page on resumable uploads: parts carry a
 * `Content-Range`, are answered with 308 and the `Range` that is kept until the whole is there, and go on from there
 * after a lost connection. Browsers of the upload's `cors_origin` are let in.
 */
export function uploadTarget(context: ApiContext): UploadTarget {
  const files = new Map<string, Resumable>();
  const fileOf = ({ id }: Upload): Resumable => {
    const known = files.get(id);
    if (known) return known;
    const made = new Resumable(context.made.path(id, NAME), {
      most: LARGEST_FILE,
      makeRoom: (bytes) => context.made.makeRoom(bytes),
    });
    files.set(id, made);
    return made;
  };

  async function receive(request: FastifyRequest, upload: Upload): Promise<void> {
    const header = request.headers['content-range'];
    const range = header === undefined ? undefined : readContentRange(header);
    if (header !== undefined && !range)
      throw invalid(`Content-Range: expected bytes a-b/total, got ${header}`);
    if (range?.kind === 'status') return;
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > LARGEST_FILE)
      throw new ApiError(413, 'request_too_large', `This twin takes files of ${LARGEST_FILE} bytes at most.`);
    context.made.makeRoom(length);
    await context.made.folder(upload.id);
    try {
      await fileOf(upload).take(bodyOf(request), range);
    } finally {
      // The rest of what was refused is read away, or the connection's next request would never be seen.
      request.raw.resume();
      await context.made.announce(upload.id, NAME).catch(() => undefined);
    }
  }

  /** Makes the asset, unless that was called off or is done. */
  async function finish({ id }: Upload): Promise<void> {
    const { uploads, store, ingest, made } = context;
    const upload = uploads.get(id);
    if (upload?.status !== 'waiting') {
      if (upload?.status === 'cancelled') await made.remove(id);
      return;
    }
    const { inputs = [], ...settings } = upload.new_asset_settings;
    const wanted = { ...settings, inputs, ...(upload.test && { test: true }) };
    const asset = { ...newAsset(wanted, Date.now()), upload_id: id };
    store.create(asset, inputs);
    uploads.assetCreated(id, asset.id);
    addWanted(context, asset, wanted);
    ingest.fromUpload(asset, inputs, { id, name: NAME });
  }

  return {
    mount: (app) => {
      app.removeAllContentTypeParsers();
      // A part is written as it arrives; nothing of it is held or parsed.
      app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
      const known = (request: FastifyRequest) => knownUpload(context, request);

      app.options<{ Params: Params }>(`${FOLDER}/:id`, (request, reply) => {
        allowOrigin(request, reply, known(request));
        return reply.code(200).send();
      });
      app.put<{ Params: Params }>(`${FOLDER}/:id`, async (request, reply) => {
        const upload = known(request);
        allowOrigin(request, reply, upload);
        reply.header('cache-control', 'no-store');
        if (upload.status === 'timed_out')
          throw new ApiError(410, 'expired', `The address was valid for ${upload.timeout} seconds.`);
        await receive(request, upload);
        const { kept, isWhole } = fileOf(upload).progress;
        if (isWhole) {
          await finish(upload);
          return reply.code(200).send();
        }
        if (kept > 0) reply.header('range', `bytes=0-${kept - 1}`);
        return reply.code(308).send();
      });
    },
    forget: (id) => {
      if (id === undefined) files.clear();
      else files.delete(id);
    },
  };
}

/** What came with a request; a refusal before its end does not cut the connection, so that it can be answered. */
async function* bodyOf({ body }: FastifyRequest): AsyncGenerator<Buffer> {
  if (body) yield* (body as Readable).iterator({ destroyOnReturn: false });
}

/** @throws ApiError 404 for an unknown upload, 403 for an address that was made up */
function knownUpload({ uploads }: ApiContext, request: FastifyRequest): Upload {
  const { id } = request.params as Params;
  const upload = uploads.get(id);
  if (!upload) throw notFound('upload');
  const given = Buffer.from(String((request.query as { upload_id?: unknown }).upload_id));
  const secret = Buffer.from(uploads.secretOf(id) ?? '');
  if (given.length !== secret.length || !timingSafeEqual(given, secret))
    throw new ApiError(403, 'forbidden', 'The address is not the one the upload was given.');
  return upload;
}

/** A page of another origin than the upload's gets no leave, and its browser no answer. */
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
    'access-control-max-age': String(PREFLIGHT_AGE),
  });
}
