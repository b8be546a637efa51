import { isDeletion, publishedId } from '../documents/document.ts';
import { RAW } from '../documents/perspective.ts';
import {
  isRelease,
  isReleaseName,
  type Release,
  releaseDocumentId,
  releaseOfVersion,
} from '../documents/release.ts';
import { isTime } from '../query/dateTimes.ts';
import {
  type Action,
  type ActionContext,
  type ActionHandler,
  conflictingAction,
  contentOf,
  idOf,
  invalidAction,
  type Mutation,
  requireDocument,
} from './action.ts';
import { publishedCopy } from './publishedCopy.ts';

const RELEASE_TYPES: readonly unknown[] = ['asap', 'scheduled', 'undecided'];
/** Operations of patches whose value has the changed paths as its names. */
const BY_PATH = ['set', 'setIfMissing', 'inc', 'dec', 'diffMatchPatch'];

/** The actions on releases (https://www.sanity.io/docs/apis-and-sdks/content-releases-api). */
export const RELEASE_ACTIONS: Readonly<Record<string, ActionHandler>> = {
  'sanity.action.release.create': create,
  'sanity.action.release.edit': edit,
  'sanity.action.release.publish': (action, context) =>
    publishRelease(requireRelease(action, ['active', 'scheduled'], context), context),
  'sanity.action.release.schedule': schedule,
  'sanity.action.release.unschedule': (action, context) => {
    const { _id: id } = requireRelease(action, ['scheduled'], context);
    return [{ patch: { id, set: { state: 'active' }, unset: ['publishAt'] } }];
  },
  'sanity.action.release.archive': archive,
  'sanity.action.release.unarchive': unarchive,
  'sanity.action.release.delete': (action, context) => {
    const { _id: id } = requireRelease(action, ['archived', 'published'], context);
    return [{ delete: { id } }];
  },
};

/** Returns the mutations that publish all versions of a release, and delete the documents of its deletions. */
export function publishRelease(release: Release, context: ActionContext): Mutation[] {
  const versions = versionsIn(release, context);
  const set = {
    state: 'published',
    publishedAt: new Date().toISOString(),
    finalDocumentStates: finalStates(versions.map(({ _id }) => _id)),
  };
  return [
    ...versions.flatMap((version): Mutation[] => {
      const { _id: id } = version;
      const published = publishedId(id);
      const change = isDeletion(version)
        ? { delete: { id: published } }
        : { createOrReplace: publishedCopy(id, published, context) };
      return [change, { delete: { id } }];
    }),
    { patch: { id: release._id, set, unset: ['error'] } },
  ];
}

function create(action: Action, context: ActionContext): Mutation[] {
  const { releaseId: name } = action;
  const metadata = action.metadata === undefined ? {} : contentOf(action, 'metadata', context);
  if (typeof name !== 'string' || !isReleaseName(name))
    throw invalidAction(
      action,
      context,
      `releaseId: expected 1 to 64 letters, digits, "_" and "-", and no name of a perspective, got ${JSON.stringify(name)?.slice(0, 80)}`,
    );
  const { releaseType = 'undecided' } = metadata;
  if (!RELEASE_TYPES.includes(releaseType))
    throw invalidAction(
      action,
      context,
      `metadata.releaseType: expected ${RELEASE_TYPES.join(', ')}, got ${JSON.stringify(releaseType)?.slice(0, 80)}`,
    );
  const id = releaseDocumentId(name);
  if (context.transaction.get(id) !== undefined)
    throw conflictingAction(id, context, `Release "${name}" already exists`);
  return [
    {
      create: {
        _id: id,
        _type: 'system.release',
        name,
        state: 'active',
        metadata: { ...metadata, releaseType },
      },
    },
  ];
}

function edit(action: Action, context: ActionContext): Mutation[] {
  const { _id: id } = requireRelease(action, ['active', 'scheduled'], context);
  const patch = action.patch === undefined ? {} : contentOf(action, 'patch', context);
  const paths = Object.entries(patch).flatMap(([name, operation]) => {
    if (BY_PATH.includes(name)) return Object.keys((operation ?? {}) as object);
    return name === 'unset' && Array.isArray(operation) ? operation : [name];
  });
  const other = paths.find((path) => typeof path !== 'string' || !/^metadata(?:\.|$)/.test(path));
  if (other !== undefined)
    throw invalidAction(
      action,
      context,
      `patch: expected changes of metadata, got ${JSON.stringify(other).slice(0, 80)}`,
    );
  return [{ patch: { ...patch, id } }];
}

/** Schedules a release; one whose time is over is published at once. */
function schedule(action: Action, context: ActionContext): Mutation[] {
  const release = requireRelease(action, ['active', 'scheduled'], context);
  const { publishAt } = action;
  if (typeof publishAt !== 'string' || !isTime(publishAt))
    throw invalidAction(
      action,
      context,
      `publishAt: expected a time as 2026-01-01T00:00:00Z, got ${JSON.stringify(publishAt)?.slice(0, 80)}`,
    );
  if (Date.parse(publishAt) <= Date.now()) return publishRelease(release, context);
  return [{ patch: { id: release._id, set: { state: 'scheduled', publishAt }, unset: ['error'] } }];
}

function archive(action: Action, context: ActionContext): Mutation[] {
  const release = requireRelease(action, ['active'], context);
  const versions = versionsIn(release, context);
  context.archive.set(release.name, versions);
  const ids = versions.map(({ _id }) => _id);
  return [
    ...ids.map((id) => ({ delete: { id } })),
    { patch: { id: release._id, set: { state: 'archived', finalDocumentStates: finalStates(ids) } } },
  ];
}

function unarchive(action: Action, context: ActionContext): Mutation[] {
  const release = requireRelease(action, ['archived'], context);
  const versions = context.archive.get(release.name);
  if (versions === undefined)
    throw conflictingAction(
      release._id,
      context,
      `Release "${release.name}" was archived before the emulator started, so its versions are unknown (docs/emulators.md)`,
    );
  return [
    ...versions.map(({ _rev, _updatedAt, ...content }) => ({ create: content })),
    { patch: { id: release._id, set: { state: 'active' }, unset: ['finalDocumentStates'] } },
  ];
}

function requireRelease(
  action: Action,
  states: readonly Release['state'][],
  context: ActionContext,
): Release {
  const release = requireDocument(releaseDocumentId(idOf(action, 'releaseId', context)), context);
  if (isRelease(release) && states.includes(release.state)) return release;
  throw conflictingAction(
    release._id,
    context,
    `${action.actionType}: expected a release that is ${states.join(' or ')}, but ${isRelease(release) ? `"${release.name}" is ${release.state}` : `"${release._id}" is no release`}`,
  );
}

function versionsIn({ name }: Release, { transaction }: ActionContext) {
  return transaction
    .view(RAW)
    .find(['all'])
    .filter(({ _id }) => releaseOfVersion(_id) === name);
}

const finalStates = (ids: readonly string[]) => ids.map((id, i) => ({ _key: `state-${i}`, id }));
