import { type RefObject, useEffect, useRef } from 'react';
import styles from './Captions.module.css';

interface CaptionsProps {
  element: RefObject<HTMLVideoElement | null>;
}

/**
 * The words spoken just now, over the film. Browsers draw captions in a share of the picture's height, too small to read
 * on a telephone and too large on a wall; here they have a least and a greatest size and lines of like length.
 */
export const Captions = ({ element }: CaptionsProps) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tracks = element.current?.textTracks;
    if (!tracks) return;
    const show = () => {
      const cues = [...tracks].flatMap(({ kind, mode, activeCues }) =>
        mode === 'hidden' && kind !== 'metadata' && kind !== 'chapters' ? [...(activeCues ?? [])] : [],
      );
      place.current?.replaceChildren(...cues.map((cue) => lineOf(cue as VTTCue)));
    };
    const follow = () => {
      for (const track of tracks) track.addEventListener('cuechange', show);
      show();
    };
    follow();
    tracks.addEventListener('addtrack', follow);
    tracks.addEventListener('change', show);
    return () => {
      for (const track of tracks) track.removeEventListener('cuechange', show);
      tracks.removeEventListener('addtrack', follow);
      tracks.removeEventListener('change', show);
    };
  }, [element]);
  return <div ref={place} className={styles.captions} data-captions />;
};

/** A cue with its italics. Its lines were broken for another width; only where another speaks, a line begins anew. */
const lineOf = (cue: VTTCue): HTMLElement => {
  const line = document.createElement('p');
  const words = document.createElement('span');
  words.append(cue.getCueAsHTML());
  const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? '').replace(/\n(?!\s*[-–—])/g, ' ');
  line.append(words);
  return line;
};
