import { hash } from 'node:crypto';
import { basename } from 'node:path';

const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['json', 'application/json'],
  ['m4a', 'audio/mp4'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['vtt', 'text/vtt'],
  ['wav', 'audio/wav'],
  ['webm', 'video/webm'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
]);

/** A file: its bytes and its document without the attributes that the store sets. */
export interface FileAsset {
  bytes: Buffer;
  /** File name in the URL: `<sha1>.<extension>`. */
  file: string;
  document: { _id: string; _type: string; mimeType: string } & Record<string, unknown>;
}

/**
 * Creates a file asset like a Sanity upload: an id from its SHA-1 and extension. The caller adds the URL.
 * @param path a name with an extension, or `<sha1>-<extension>.bin` as in exports
 * @param originalFilename empty if the upload has no name
 */
export function createFileAsset(bytes: Buffer, path: string, originalFilename: string): FileAsset {
  const [, extension = 'bin'] = /[-.]([a-z0-9]+)(?:\.bin)?$/i.exec(basename(path)) ?? [];
  const sha1 = hash('sha1', bytes);
  return {
    bytes,
    file: `${sha1}.${extension}`,
    document: {
      _id: `file-${sha1}-${extension}`,
      _type: 'sanity.fileAsset',
      assetId: sha1,
      extension,
      mimeType: MIME_TYPES.get(extension.toLowerCase()) ?? 'application/octet-stream',
      ...(originalFilename !== '' && { originalFilename }),
      sha1hash: sha1,
      size: bytes.length,
      uploadId: sha1.slice(0, 32),
    },
  };
}
