import { useEffect, useRef } from 'react';
import { usePreferences } from '../state/preferences.ts';
import styles from './Captions.late.module.css';

/** More overlapping cues would cover the video. */
const MAX_ACTIVE_CUES = 8;

/**
 * Renders the active caption cues over the video. Browsers scale captions with the video height, which is too small on
 * phones and too large on big screens; these have a minimum and a maximum size and balanced lines.
 */
export const Captions = ({ video }: { video: HTMLVideoElement }) => {
  const containerRef = useRef<HTMLDivElement>(null);
  const { captionSize, captionBackground } = usePreferences();
  useEffect(() => {
    const tracks = video.textTracks;
    const showCues = () => {
      const cues = [...tracks].flatMap(({ kind, mode, activeCues }) =>
        mode === 'hidden' && kind !== 'metadata' && kind !== 'chapters' ? [...(activeCues ?? [])] : [],
      );
      const shown = cues.slice(0, MAX_ACTIVE_CUES).map((cue) => renderCue(cue as VTTCue));
      containerRef.current?.replaceChildren(...shown);
    };
    const subscribe = () => {
      for (const track of tracks) track.addEventListener('cuechange', showCues);
      showCues();
    };
    subscribe();
    tracks.addEventListener('addtrack', subscribe);
    tracks.addEventListener('change', showCues);
    return () => {
      for (const track of tracks) track.removeEventListener('cuechange', showCues);
      tracks.removeEventListener('addtrack', subscribe);
      tracks.removeEventListener('change', showCues);
    };
  }, [video]);
  return (
    <div
      ref={containerRef}
      className={styles.captions}
      data-captions
      data-size={captionSize}
      data-background={captionBackground}
    />
  );
};

/** Renders a cue with its markup. Line breaks are removed, because they fit another width, except before a new speaker. */
const renderCue = (cue: VTTCue): HTMLElement => {
  const paragraph = document.createElement('p');
  paragraph.dir = 'auto';
  const span = document.createElement('span');
  span.append(cue.getCueAsHTML());
  const walker = document.createTreeWalker(span, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    node.nodeValue = (node.nodeValue ?? '').replace(/\n(?!\s*[-–—])/g, ' ');
  paragraph.append(span);
  return paragraph;
};
