import { PlayerHotkeys, type PlayerHotkeysProps } from './keyboard/PlayerHotkeys.tsx';
import { useSaveProgress } from './state/useSaveProgress.ts';
import { useEncodingPoll, useSignedUrlRefresh } from './stream/useSignedUrlRefresh.ts';

interface PlayerEffectsProps extends PlayerHotkeysProps {
  /** The global id of the film. */
  filmId: string;
  /** The expiry of the signed URLs as an ISO date; null for URLs that do not expire. */
  urlsExpireAt: string | null;
  isEncoding: boolean;
}

/** Runs what a player needs only after hydration: shortcuts, the watch history, and the refresh of its URLs. */
export const PlayerEffects = ({ filmId, urlsExpireAt, isEncoding, ...hotkeysProps }: PlayerEffectsProps) => {
  const { playhead, duration } = hotkeysProps;
  useSignedUrlRefresh(filmId, urlsExpireAt);
  useEncodingPoll(filmId, isEncoding);
  useSaveProgress(filmId, playhead, duration);
  return <PlayerHotkeys {...hotkeysProps} />;
};
