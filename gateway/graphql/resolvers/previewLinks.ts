import type { PreviewInfo } from '../../core/previewInfo.ts';
import type { Resolvers } from '../../generated/graph.ts';
import type { NewPreview, Previews } from '../../services/auth/previews.ts';
import { adminOf } from './apiKeys.ts';
import { toUserError } from './userErrors.ts';

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
      toPayload(['path', 'perspective', 'expiresAt'], async () => {
        const input = {
          path,
          perspective: perspective ?? 'drafts',
          ...(expiresAt && { expiresAt: Date.parse(expiresAt) }),
        };
        const link = await previews.createLink(input, adminOf(context));
        return { previewLink: link.preview, url: urlOf(link) };
      }),
    revokePreviewLink: (_root, { input: { previewId } }, context) =>
      toPayload(['previewId'], async () => ({
        previewLink: await previews.revokeLink(previewId, adminOf(context)),
      })),
  },
  PreviewLink: {
    previewId: ({ id }) => id,
    path: ({ path = '/' }) => path,
    expiresAt: ({ expiresAt }) => toDateTime(expiresAt),
    revokedAt: ({ revokedAt }) => (revokedAt === undefined ? null : toDateTime(revokedAt)),
  },
});

/** Runs a mutation. Returns its payload: what it changed, or the errors of its input. */
async function toPayload<Changed extends { readonly previewLink: PreviewInfo }>(
  fields: readonly string[],
  change: () => Promise<Changed>,
) {
  try {
    return { ...(await change()), userErrors: [] };
  } catch (error) {
    return { userErrors: [toUserError(error, fields)] };
  }
}

const toDateTime = (at: number): string => new Date(at).toISOString();
