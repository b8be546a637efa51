import { publishedId } from '../documents/document.ts';
import { releaseOfVersion } from '../documents/release.ts';
import {
  type Action,
  type ActionContext,
  type ActionHandler,
  checkRevision,
  contentOf,
  copyOf,
  idOf,
  invalidAction,
  requireDocument,
} from './action.ts';

/** The actions on versions of documents: versions in releases, and drafts. */
export const VERSION_ACTIONS: Readonly<Record<string, ActionHandler>> = {
  'sanity.action.document.version.create': (action, context) => {
    if (action.document !== undefined) {
      const document = contentOf(action, 'document', context);
      checkVersion(action, document._id, context);
      return [{ create: document }];
    }
    const [baseId, versionId] = [idOf(action, 'baseId', context), idOf(action, 'versionId', context)];
    checkVersion(action, versionId, context);
    checkRevision(baseId, action, 'ifBaseRevisionId', context);
    return [{ create: copyOf(baseId, versionId, context) }];
  },
  'sanity.action.document.version.replace': (action, context) => {
    const document = contentOf(action, 'document', context);
    requireDocument(checkVersion(action, document._id, context), context);
    return [{ createOrReplace: document }];
  },
  'sanity.action.document.version.discard': (action, context) => {
    const id = idOf(action, 'versionId', context);
    checkVersion(action, id, context);
    requireDocument(id, context);
    return [{ delete: { id } }];
  },
  /** Marks the version, or a new copy of the published document, to delete the document with the release. */
  'sanity.action.document.version.unpublish': (action, context) => {
    const [versionId, published] = [idOf(action, 'versionId', context), idOf(action, 'publishedId', context)];
    checkVersion(action, versionId, context);
    if (releaseOfVersion(versionId) === undefined)
      throw invalidAction(action, context, `versionId: expected a version in a release, got ${versionId}`);
    const base = context.transaction.get(versionId) === undefined ? published : versionId;
    return [{ createOrReplace: { ...copyOf(base, versionId, context), _system: { delete: true } } }];
  },
};

/**
 * Checks that an id names a draft or version, and a version of the action's published document, if the action names it.
 * @returns the id
 */
function checkVersion(action: Action, id: unknown, context: ActionContext): string {
  const expected = action.publishedId === undefined ? undefined : idOf(action, 'publishedId', context);
  const published = typeof id === 'string' ? publishedId(id) : undefined;
  if (typeof id !== 'string' || published === id || published !== (expected ?? published))
    throw invalidAction(
      action,
      context,
      `expected the id of a draft or version of ${expected ?? 'a document'}, got ${JSON.stringify(id)?.slice(0, 200)}`,
    );
  return id;
}
