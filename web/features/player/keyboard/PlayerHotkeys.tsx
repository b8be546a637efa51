import { type RefObject, useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.ts';
import type { Playhead } from '../state/playhead.ts';
import { useHotkeys } from './useHotkeys.ts';

const ShortcutsDialog = lazyDialog(() =>
  import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
);

export interface PlayerHotkeysProps {
  playhead: Playhead;
  rootRef: RefObject<HTMLElement | null>;
  /** The main player of the page receives keys until another player is used. */
  isPrimary: boolean;
  /** In seconds; null while unknown. */
  duration: number | null;
  /** The position to resume at, in seconds; 0 for the start. */
  resumePosition: number;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/** Handles the keyboard shortcuts of a player and renders their dialog. */
export const PlayerHotkeys = ({ playhead, ...options }: PlayerHotkeysProps) => {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  useHotkeys(playhead, { ...options, onShortcuts: () => setIsDialogOpen(true) });
  return isDialogOpen && <ShortcutsDialog onClose={() => setIsDialogOpen(false)} />;
};
