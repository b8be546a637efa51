import { lazy, type RefObject, Suspense, useState } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { useKeys } from './useHotkeys.ts';

const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
);

interface ScreenKeysProps {
  playhead: Playhead;
  stage: RefObject<HTMLElement | null>;
  /** Whether the page is about this film: its keys are the film's until another is used. */
  lead: boolean;
  /** The film's length in seconds; null as long as it is not known. */
  length: number | null;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/** What the keys do with a film, and the sheet that tells about it. It comes apart from the rest, as soon as it can. */
export const ScreenKeys = (props: ScreenKeysProps) => {
  const [isOpen, setIsOpen] = useState(false);
  useKeys(props.playhead, { ...props, onKeys: () => setIsOpen(true) });
  return <Suspense>{isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}</Suspense>;
};
