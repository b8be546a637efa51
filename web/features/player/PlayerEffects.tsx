import { useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazyDialog.ts';
import { type HotkeyOptions, useHotkeys } from './keyboard/useHotkeys.ts';
import type { Playhead } from './state/playhead.ts';
import { useSaveProgress } from './state/useSaveProgress.ts';
import { useSignedUrlRefresh } from './stream/useSignedUrlRefresh.ts';

const ShortcutsDialog = lazyDialog(() =>
  import('./keyboard/ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
);

interface PlayerEffectsProps extends Omit<HotkeyOptions, 'onShortcuts'> {
  playhead: Playhead;
  /** The global id of the film. */
  filmId: string;
  /** The expiry of the signed URLs as an ISO date; null for URLs that do not expire. */
  urlsExpireAt: string | null;
}

/**
 * Runs what a player needs only after hydration: shortcuts with their dialog, the watch history, and the refresh of its
 * URLs.
 */
export const PlayerEffects = (props: PlayerEffectsProps) => {
  const { playhead, filmId, urlsExpireAt, ...options } = props;
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  useSignedUrlRefresh(filmId, urlsExpireAt);
  useSaveProgress(filmId, playhead, options.duration);
  useHotkeys(playhead, { ...options, onShortcuts: () => setIsDialogOpen(true) });
  return isDialogOpen && <ShortcutsDialog onClose={() => setIsDialogOpen(false)} />;
};
