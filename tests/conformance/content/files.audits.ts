import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import type { Audit } from '../shared/audit.ts';
import { type Body, type ContentTarget, mutate } from './target.ts';

/** Uploads a file of its own, runs an audit with it, and deletes its document. */
async function withFile(
  target: ContentTarget,
  run: (document: Body, text: string) => Promise<void>,
): Promise<void> {
  const text = `A programme: ${randomUUID()}`;
  const response = await fetch(
    `${target.baseUrl}/v2025-02-19/assets/files/${target.dataset}?filename=programme.txt&title=Programme`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${target.writeToken}`, 'content-type': 'text/plain' },
      body: text,
    },
  );
  assert.equal(response.status, 200);
  const { document } = (await response.json()) as Body;
  try {
    await run(document, text);
  } finally {
    await mutate(target, [{ delete: { id: document._id } }]);
  }
}

/** Exports the dataset. Returns the ids of the documents. */
async function exportedIds(target: ContentTarget, token: string | undefined): Promise<readonly string[]> {
  const response = await fetch(`${target.baseUrl}/v2025-02-19/data/export/${target.dataset}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /ndjson/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as Body)._id);
}

/** Uploads and downloads of files, and exports. */
export const contentFilesAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-file-001',
    level: 'MUST',
    name: 'creates a document with hash, size and extension for an upload',
    run: (target) =>
      withFile(target, async (document, text) => {
        const sha1 = hash('sha1', text);
        assert.equal(document._id, `file-${sha1}-txt`);
        assert.equal(document._type, 'sanity.fileAsset');
        assert.equal(document.sha1hash, sha1);
        assert.equal(document.extension, 'txt');
        assert.equal(document.originalFilename, 'programme.txt');
        assert.equal(document.size, text.length);
        assert.equal(document.title, 'Programme');
        assert.match(document.mimeType, /^text\/plain/);
        assert.match(document.url, new RegExp(`/files/${target.projectId}/${target.dataset}/${sha1}\\.txt$`));
      }),
  },
  {
    id: 'content-file-002',
    level: 'MUST',
    name: 'serves a file without a token, as a download with dl',
    run: (target) =>
      withFile(target, async ({ url }, text) => {
        const shown = await fetch(url);
        assert.equal(await shown.text(), text);
        assert.doesNotMatch(shown.headers.get('content-disposition') ?? '', /attachment/);
        const download = await fetch(`${url}?dl=`);
        assert.match(download.headers.get('content-disposition') ?? '', /attachment/);
        const renamed = await fetch(`${url}?dl=other.txt`);
        assert.match(renamed.headers.get('content-disposition') ?? '', /attachment;.*other\.txt/);
      }),
  },
  {
    id: 'content-export-001',
    level: 'MUST',
    name: 'exports all documents with assets as NDJSON, drafts only with a token',
    run: (target) =>
      withFile(target, async ({ _id: asset }) => {
        const draft = `drafts.${randomUUID()}`;
        await mutate(target, [{ create: { _id: draft, _type: 'audit' } }]);
        try {
          const ids = await exportedIds(target, target.readToken);
          assert.ok(ids.includes(asset) && ids.includes(draft));
          const publicIds = await exportedIds(target, undefined);
          assert.ok(publicIds.includes(asset) && !publicIds.some((id) => id.includes('.')));
        } finally {
          await mutate(target, [{ delete: { id: draft } }]);
        }
      }),
  },
];
