import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpError } from '../api/apiError.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { Document } from '../documents/document.ts';

/** An upload of a client. */
interface Upload {
  readonly bytes: Buffer;
  readonly filename: string | undefined;
  readonly query: URLSearchParams;
  /** Texts about the asset and its source, which become attributes of its document. */
  readonly description: Readonly<Record<string, unknown>>;
}

interface UploadRoute {
  readonly kind: 'images' | 'files';
  readonly maxBytes: number;
  store(upload: Upload): Promise<Document>;
}

/** Registers `POST /assets/{kind}/{dataset}`. The body is the raw asset regardless of its content type. */
export function uploadRoute(
  app: FastifyInstance,
  dataset: Dataset,
  { kind, maxBytes, store }: UploadRoute,
): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    uploads.post(`/:version/assets/${kind}/:dataset`, { bodyLimit: maxBytes }, async (request) => {
      dataset.authorize(request, 'write');
      return { document: await store(readUpload(request)) };
    });
  });
}

function readUpload({ url, body }: FastifyRequest): Upload {
  const query = new URL(url, 'http://emulator').searchParams;
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw httpError(400, 'expected the bytes of an asset as the body');
  const description = textsOf(query, {
    label: 'label',
    title: 'title',
    description: 'description',
    creditLine: 'creditLine',
  });
  const source = textsOf(query, { id: 'sourceId', name: 'sourceName', url: 'sourceUrl' });
  if (Object.keys(source).length > 0) description.source = source;
  return { bytes: body, filename: query.get('filename') ?? undefined, query, description };
}

/** Returns the parameters that a query has, by other names. */
function textsOf(
  query: URLSearchParams,
  parameters: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, parameter]) => {
      const text = query.get(parameter);
      return text === null ? [] : [[name, text]];
    }),
  );
}
