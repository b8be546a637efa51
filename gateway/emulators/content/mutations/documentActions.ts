import { publishedId } from '../documents/document.ts';
import {
  type Action,
  type ActionContext,
  type ActionHandler,
  checkRevision,
  conflictingAction,
  contentOf,
  copyOf,
  idOf,
  invalidAction,
  type Mutation,
  requireDocument,
} from './action.ts';
import { publishedCopy } from './publishedCopy.ts';

/** The actions on drafts and published documents. */
export const DOCUMENT_ACTIONS: Readonly<Record<string, ActionHandler>> = {
  'sanity.action.document.create': (action, context) => {
    const { id, published, attributes } = draftOf(action, context);
    if (context.transaction.get(published) !== undefined)
      throw conflictingAction(published, context, `Document "${published}" is published already`);
    const { ifExists = 'fail' } = action;
    if (ifExists !== 'fail' && ifExists !== 'ignore')
      throw invalidAction(action, context, 'expected fail or ignore as ifExists');
    const exists = context.transaction.get(id) !== undefined;
    return exists && ifExists === 'ignore' ? [] : [{ create: attributes }];
  },
  /** Creates the draft from the published document when it does not exist. */
  'sanity.action.document.edit': (action, context) => {
    const [draftId, published] = [idOf(action, 'draftId', context), idOf(action, 'publishedId', context)];
    const patch = { patch: { ...contentOf(action, 'patch', context), id: draftId } };
    if (context.transaction.get(draftId) !== undefined) return [patch];
    return [{ create: copyOf(published, draftId, context) }, patch];
  },
  'sanity.action.document.replaceDraft': (action, context) => {
    const { id, published, attributes } = draftOf(action, context);
    if (context.transaction.get(id) === undefined) requireDocument(published, context);
    return [{ createOrReplace: attributes }];
  },
  'sanity.action.document.publish': (action, context) => {
    const [draftId, published] = [idOf(action, 'draftId', context), idOf(action, 'publishedId', context)];
    if (draftId === published || publishedId(draftId) !== published)
      throw invalidAction(
        action,
        context,
        `draftId: expected a draft or version of ${published}, got ${draftId}`,
      );
    checkRevision(draftId, action, 'ifDraftRevisionId', context);
    checkRevision(published, action, 'ifPublishedRevisionId', context);
    return [{ createOrReplace: publishedCopy(draftId, published, context) }, { delete: { id: draftId } }];
  },
  'sanity.action.document.unpublish': (action, context) => {
    const [draftId, published] = [idOf(action, 'draftId', context), idOf(action, 'publishedId', context)];
    return [{ createIfNotExists: copyOf(published, draftId, context) }, { delete: { id: published } }];
  },
  'sanity.action.document.discard': (action, context) => {
    const { _id: id } = requireDocument(idOf(action, 'draftId', context), context);
    return [{ delete: { id } }];
  },
  'sanity.action.document.delete': (action, context) => {
    const published = idOf(action, 'publishedId', context);
    requireDocument(published, context);
    const versions = [action.includeDrafts, action.includeVersions].flatMap((ids) => (ids ?? []) as string[]);
    const left = context.transaction
      .versionsOf(published)
      .find((id) => id !== published && !versions.includes(id));
    if (left !== undefined)
      throw conflictingAction(
        left,
        context,
        `Document "${published}" cannot be deleted without "${left}": expected its id in includeDrafts or includeVersions`,
      );
    return [...versions, published].map((id) => ({ delete: { id } }));
  },
};

/** Returns the draft in an action, and its published id. @throws ApiError 400 for another id */
function draftOf(
  action: Action,
  context: ActionContext,
): { id: string; published: string; attributes: Mutation } {
  const attributes = contentOf(action, 'attributes', context);
  const published = idOf(action, 'publishedId', context);
  const { _id: id } = attributes;
  if (typeof id !== 'string' || id === published || publishedId(id) !== published)
    throw invalidAction(
      action,
      context,
      `attributes._id: expected a draft of ${published}, got ${JSON.stringify(id)?.slice(0, 200)}`,
    );
  return { id, published, attributes };
}
