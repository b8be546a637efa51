import type { Change, ChangedDocument } from '../../core/change.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { ContentClient } from './client.ts';
import { type CurrentVersion, readCurrentVersions } from './currentVersions.ts';
import type { PublishedVersions } from './publishedVersions.ts';
import { tagsOfDocumentChange } from './tags.ts';
import { readContentDelivery } from './webhook.ts';

/** Converts webhook deliveries to changes. */
export interface DeliveredChanges {
  /**
   * Returns the change of a delivery: of one document, or of none if the delivery names none. A delivery without type, or without
   * revision and time, is completed from the content service.
   * @returns undefined for drafts and release versions
   * @throws UpstreamError
   */
  read(delivery: WebhookDelivery): Promise<Change | undefined>;
}

interface DeliveredChangesOptions {
  readonly client: Pick<ContentClient, 'query'>;
  readonly published: Pick<PublishedVersions, 'revisionOf' | 'typeOf'>;
  readonly signal: AbortSignal;
}

export function createDeliveredChanges(options: DeliveredChangesOptions): DeliveredChanges {
  const { client, published, signal } = options;
  const readVersion = async (id: string) => (await readCurrentVersions(client, [id], signal)).get(id);
  return {
    async read(delivery) {
      const delivered = readContentDelivery(delivery);
      if (!delivered) return undefined;
      const { id, type } = delivered;
      if (id === undefined) return changeOf(type === undefined ? [] : [type], []);
      const document = { ...delivered, id };
      const version = isComplete(document) ? undefined : await readVersion(id);
      const types = new Set([type, published.typeOf(id), version?.type].filter((name) => name !== undefined));
      const [firstType] = types;
      const changed = { ...document, type: type ?? version?.type ?? firstType };
      const isNewer = version !== undefined && isNewVersion(document, version, published.revisionOf(id));
      return isNewer
        ? { ...changeOf([...types], [{ ...changed, ...versionOf(version) }]), wasRead: true }
        : changeOf([...types], [changed]);
    },
  };
}

/** True if an event tells the type of a document, and which version of it the content service should return. */
const isComplete = ({ type, revision, updatedAt, operation }: ChangedDocument): boolean =>
  type !== undefined && (operation === 'delete' || revision !== undefined || updatedAt !== undefined);

/** True if a version is the one of an event that names none: another one than before. */
const isNewVersion = (
  { operation, revision, updatedAt }: ChangedDocument,
  version: CurrentVersion,
  known: string | undefined,
): boolean =>
  operation !== 'delete' &&
  revision === undefined &&
  updatedAt === undefined &&
  known !== undefined &&
  known !== version.revision;

const versionOf = ({ revision, updatedAt }: CurrentVersion) => ({ revision, updatedAt });

/** Returns the change of documents. It is unknown what depends on a document whose type is unknown. */
const changeOf = (types: readonly string[], documents: readonly ChangedDocument[]): Change => ({
  source: 'content',
  tags: [...new Set(types.flatMap(tagsOfDocumentChange))],
  documents,
  assets: [],
  shouldInvalidateAll: types.length === 0 && documents.length > 0,
});
