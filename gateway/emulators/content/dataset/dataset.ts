import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { httpError, mutationError, unauthorized } from '../api/apiError.ts';
import type { Document } from '../documents/document.ts';
import { QueryIndex } from '../documents/queryIndex.ts';
import { Store } from '../documents/store.ts';
import type { FileAsset } from '../files/fileAsset.ts';
import type { ImageAsset } from '../images/imageAsset.ts';
import type { ReleaseArchive } from '../mutations/action.ts';
import { newTransactionId } from '../mutations/transaction.ts';
import type { Seed } from './seed.ts';
import { completeDocument } from './seedDocuments.ts';

/** Access of a request. */
type Access = 'public' | 'read' | 'write';

export interface DatasetOptions {
  projectId: string;
  dataset: string;
  readToken: string;
  writeToken: string;
  /** A token of an administrator besides the write token. */
  managementToken?: string | undefined;
}

/** One dataset of one project: its documents, images and access control. */
export class Dataset {
  readonly projectId: string;
  readonly dataset: string;
  readonly store = new Store();
  /** The index that queries read; it can lag behind the store. */
  readonly index = new QueryIndex(this.store);
  /** Images by file name, `<sha1>-<width>x<height>.<format>`. */
  readonly images = new Map<string, ImageAsset>();
  /** Files by file name, `<sha1>.<extension>`. */
  readonly files = new Map<string, FileAsset>();
  /** The versions of archived releases. */
  readonly releaseArchive: ReleaseArchive = new Map();
  readonly #tokens: ReadonlyMap<string, Access>;
  #origin = '';

  constructor({ projectId, dataset, readToken, writeToken, managementToken }: DatasetOptions) {
    this.projectId = projectId;
    this.dataset = dataset;
    this.#tokens = new Map<string, Access>([
      [readToken, 'read'],
      [writeToken, 'write'],
      ...(managementToken ? ([[managementToken, 'write']] as const) : []),
    ]);
  }

  /**
   * Replaces all data with a seed. `origin` is the origin of the URLs of images and files, e.g. `http://127.0.0.1:4101`.
   */
  load(seed: Seed, origin: string): void {
    this.#origin = origin;
    this.images.clear();
    this.files.clear();
    this.releaseArchive.clear();
    for (const image of seed.images) this.images.set(image.file, image);
    for (const file of seed.files) this.files.set(file.file, file);
    const assets = [
      ...seed.images.map((image) =>
        completeDocument({ ...image.document, ...this.#locationOf('images', image.file) }),
      ),
      ...seed.files.map((file) =>
        completeDocument({ ...file.document, ...this.#locationOf('files', file.file) }),
      ),
    ];
    this.store.load([...seed.documents, ...assets]);
    this.index.reload();
  }

  /** Adds an image or a file. One with the same content keeps its existing document. */
  addAsset<Kind extends 'images' | 'files'>(
    kind: Kind,
    asset: Kind extends 'images' ? ImageAsset : FileAsset,
    description: Readonly<Record<string, unknown>>,
  ): Document {
    const assets = this[kind] as Map<string, ImageAsset | FileAsset>;
    assets.set(asset.file, asset);
    const existing = this.store.get(asset.document._id);
    if (existing !== undefined) return existing;
    const transactionId = newTransactionId();
    const now = new Date().toISOString();
    const document = {
      ...asset.document,
      ...this.#locationOf(kind, asset.file),
      ...description,
      _rev: transactionId,
      _createdAt: now,
      _updatedAt: now,
    };
    this.store.transact(transactionId, true, (transaction) => {
      transaction.set(document._id, document);
      transaction.recordMutation(document._id, { createIfNotExists: document });
    });
    return document;
  }

  /**
   * Authorizes a request. Without a token the published documents are readable, as in a public dataset.
   * @throws ApiError 401 for an unknown token, 403 without write permission, 404 for another dataset or
   * project
   */
  authorize(request: FastifyRequest, required: 'read' | 'write'): Access {
    const { dataset } = request.params as { dataset: string };
    const project = request.headers['x-sanity-project-id'];
    if (project !== undefined && project !== this.projectId)
      throw httpError(404, `Project not found: ${String(project).slice(0, 80)}`);
    const access = this.#accessOf(request.headers.authorization);
    if (dataset !== this.dataset)
      throw httpError(404, `Dataset "${dataset}" not found for project ID "${this.projectId}"`);
    if (required === 'write' && access !== 'write')
      throw mutationError(403, 0, {
        type: 'insufficientPermissionsError',
        description: 'Insufficient permissions; permission "create" required',
        permission: 'create',
      });
    return access;
  }

  /**
   * Authorizes a request to the management API. A write token has the role of an administrator.
   * @throws ApiError 401 without a known token, 403 without the role, 404 for another project
   */
  authorizeProject(request: FastifyRequest, required: 'read' | 'manage'): Access {
    const { projectId = request.headers['x-sanity-project-id'] } = request.params as { projectId?: string };
    const access = this.#accessOf(request.headers.authorization);
    if (access === 'public') throw unauthorized();
    if (projectId !== undefined && projectId !== this.projectId)
      throw httpError(404, `Project not found: ${String(projectId).slice(0, 80)}`);
    if (required === 'manage' && access !== 'write')
      throw httpError(403, 'Insufficient permissions: the role of this token does not manage the project');
    return access;
  }

  /** Returns the user of the request's token as transactions name it: opaque and stable. */
  identityOf(request: FastifyRequest): string {
    return `p${hash('sha1', request.headers.authorization ?? '', 'base64url')
      .replaceAll(/[-_]/g, '')
      .slice(0, 12)}`;
  }

  #accessOf(authorization: string | undefined): Access {
    if (authorization === undefined) return 'public';
    const [, token = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
    const access = this.#tokens.get(token);
    if (access === undefined) throw unauthorized();
    return access;
  }

  #locationOf(folder: 'images' | 'files', file: string): { path: string; url: string } {
    const path = `${folder}/${this.projectId}/${this.dataset}/${file}`;
    return { path, url: `${this.#origin}/${path}` };
  }
}
