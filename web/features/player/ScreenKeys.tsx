import { lazy, Suspense, useState } from 'react';
import type { Playhead } from '../player/playhead.ts';
import { useKeys } from '../player/useKeys.ts';
import type { Neighbours } from './neighbours.ts';

const KeysSheet = lazy(() =>
  import('../player/KeysSheet.tsx').then(({ KeysSheet }) => ({ default: KeysSheet })),
);

interface FilmKeysProps {
  playhead: Playhead;
  /** The film's length in seconds; null as long as it is not known. */
  length: number | null;
  neighbours: Neighbours | null;
}

/** What the keys of a film's page do, and the sheet that tells about it. It comes apart from the rest, as soon as it can. */
export const FilmKeys = ({ playhead, length, neighbours }: FilmKeysProps) => {
  const [isOpen, open] = useState(false);
  useKeys(playhead, {
    length,
    onNext: neighbours?.next?.go,
    onPrevious: neighbours?.previous?.go,
    onKeys: () => open(true),
  });
  return <Suspense>{isOpen && <KeysSheet onClose={() => open(false)} />}</Suspense>;
};
