import { isoTime } from '../../core/model/dateTime.ts';
import type { Resolvers } from '../../generated/graph.ts';
import type { NewPreview, Previews } from '../../services/auth/previews.ts';
import { adminOf } from './apiKeys.ts';
import { toPayload } from './userErrors.ts';

/**
 * Creates the resolvers of preview links.
 * @param urlOf returns the address of a new link
 */
export const createPreviewLinkResolvers = (
  previews: Pick<Previews, 'createLink' | 'revokeLink'>,
  urlOf: (link: NewPreview) => string,
): Pick<Resolvers, 'Mutation' | 'PreviewLink'> => ({
  Mutation: {
    createPreviewLink: (_root, { input: { path, perspective, expiresAt } }, context) =>
      toPayload(['path', 'perspective', 'expiresAt'], null, async () => {
        const input = {
          path,
          perspective: perspective ?? 'drafts',
          ...(expiresAt && { expiresAt: Date.parse(expiresAt) }),
        };
        const link = await previews.createLink(input, adminOf(context));
        return { previewLink: link.preview, url: urlOf(link) };
      }),
    revokePreviewLink: (_root, { input: { previewId } }, context) =>
      toPayload(['previewId'], null, async () => ({
        previewLink: await previews.revokeLink(previewId, adminOf(context)),
      })),
  },
  PreviewLink: {
    previewId: ({ id }) => id,
    path: ({ path = '/' }) => path,
    expiresAt: ({ expiresAt }) => isoTime(expiresAt) as string,
    revokedAt: ({ revokedAt }) => isoTime(revokedAt),
  },
});
