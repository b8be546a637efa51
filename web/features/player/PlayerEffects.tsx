import { useEffect } from 'react';
import { useWatchState } from '../watch-history/watchHistoryStore.ts';
import { PlayerHotkeys, type PlayerHotkeysProps } from './keyboard/PlayerHotkeys.tsx';
import { useSaveProgress } from './state/useSaveProgress.ts';
import { useEncodingPoll, useSignedUrlRefresh } from './stream/useSignedUrlRefresh.ts';

interface PlayerEffectsProps extends Omit<PlayerHotkeysProps, 'resumePosition'> {
  /** The global id of the film. */
  filmId: string;
  /** The expiry of the signed URLs as an ISO date; null for URLs that do not expire. */
  urlsExpireAt: string | null;
  isEncoding: boolean;
  /** Called with the position to resume at, in seconds; 0 for the start. */
  onResumePosition: (seconds: number) => void;
}

/** Runs what a player needs only after hydration: shortcuts, the watch history, and the refresh of its URLs. */
export const PlayerEffects = (props: PlayerEffectsProps) => {
  const { filmId, urlsExpireAt, isEncoding, onResumePosition, ...hotkeysProps } = props;
  const resumePosition = useWatchState(filmId)?.position ?? 0;
  useSignedUrlRefresh(filmId, urlsExpireAt);
  useEncodingPoll(filmId, isEncoding);
  useSaveProgress(filmId, props.playhead, props.duration);
  useEffect(() => onResumePosition(resumePosition), [resumePosition, onResumePosition]);
  return <PlayerHotkeys {...hotkeysProps} resumePosition={resumePosition} />;
};
