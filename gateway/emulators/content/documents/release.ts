import type { Document } from './document.ts';

/** A release: a document of the system. Its versions have the ids `versions.<name>.<published id>`. */
export interface Release extends Document {
  name: string;
  state: 'active' | 'scheduled' | 'archived' | 'published';
  /** Time at which a scheduled release is published. */
  publishAt?: string;
}

const RELEASE_STATES: readonly unknown[] = ['active', 'scheduled', 'archived', 'published'];
const RELEASE_NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Names of perspectives that are no releases. */
const RESERVED_NAMES = ['drafts', 'previewDrafts', 'published', 'raw'];

/** Returns whether a text can be the name of a release. */
export function isReleaseName(name: string): boolean {
  return RELEASE_NAME.test(name) && !RESERVED_NAMES.includes(name);
}

/** Returns the id of the document of a release. */
export function releaseDocumentId(name: string): string {
  return `_.releases.${name}`;
}

/** Returns whether a document is a release; a mutation or a seed may write any value into its attributes. */
export function isRelease(document: Document | undefined): document is Release {
  if (document?._type !== 'system.release') return false;
  const { _id, name, state } = document;
  return typeof name === 'string' && _id === releaseDocumentId(name) && RELEASE_STATES.includes(state);
}

/** Returns the name of the release of a version; undefined for the id of any other document. */
export function releaseOfVersion(id: string): string | undefined {
  const [prefix, name, ...rest] = id.split('.');
  return prefix === 'versions' && rest.length > 0 ? name : undefined;
}
