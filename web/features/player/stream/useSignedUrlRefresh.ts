import { useCallback, useEffect } from 'react';
import { useQueryClient } from '../../../data/queryClient.ts';
import { renewBeforeExpiry } from '../../../kit/video/renewBeforeExpiry.ts';

/**
 * Returns a function that fetches new signed URLs of a film into the Apollo cache. It resolves to the new HLS URL; null
 * if there is none or the request fails.
 * @param id the global id of the film
 */
export const useRefetchPlayback = (id: string): (() => Promise<string | null>) => {
  const { loadClient } = useQueryClient();
  return useCallback(async () => {
    try {
      const { SignedUrlsDocument } = await import('./SignedUrls.generated.ts');
      const { data } = await (await loadClient()).query({
        query: SignedUrlsDocument,
        variables: { id },
        fetchPolicy: 'network-only',
        context: { fresh: true },
      });
      return data?.node?.__typename === 'Film' ? (data.node.video?.playback?.hlsUrl ?? null) : null;
    } catch {
      return null;
    }
  }, [loadClient, id]);
};

/**
 * Refreshes the signed URLs of a film before they expire, while the component is mounted.
 * @param id the global id of the film
 * @param expiresAt the expiry as an ISO date; null or undefined for URLs that do not expire
 */
export const useSignedUrlRefresh = (id: string, expiresAt: string | null | undefined): void => {
  const refetchPlayback = useRefetchPlayback(id);
  useEffect(
    () => (expiresAt ? renewBeforeExpiry(expiresAt, refetchPlayback) : undefined),
    [refetchPlayback, expiresAt],
  );
};
