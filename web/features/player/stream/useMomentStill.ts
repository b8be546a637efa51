import { useEffect, useState } from 'react';
import { useQueryClient } from '../../../data/queryClient.ts';

/** The URLs of a still by width in pixels. */
interface Still {
  readonly seconds: number;
  readonly still960: string | null;
  readonly still1600: string | null;
}

/**
 * Returns the still of a moment of a film; null until it is known.
 * @param id the global id of the film
 * @param seconds the time; null or 0 for no still, because films begin in black
 */
export const useMomentStill = (id: string, seconds: number | null): Still | null => {
  const queryClient = useQueryClient();
  const [still, setStill] = useState<Still | null>(null);
  useEffect(() => {
    if (!seconds) return;
    const request = new AbortController();
    const load = async () => {
      const { MomentStillDocument } = await import('./MomentStill.generated.ts');
      const { data } = await queryClient.load(MomentStillDocument, { id, time: seconds }, request.signal);
      const playback = data?.node?.__typename === 'Film' ? data.node.video?.playback : null;
      if (playback && !request.signal.aborted) setStill({ ...playback, seconds });
    };
    // Without the still, the poster stays.
    load().catch(() => undefined);
    return () => request.abort();
  }, [queryClient, id, seconds]);
  return still?.seconds === seconds ? still : null;
};
