import type { VideoPlayerFragment } from '../VideoPlayer.generated.ts';

interface TextTracksProps {
  tracks: NonNullable<VideoPlayerFragment['video']>['tracks'];
}

/** Renders the caption and subtitle tracks of a video element. */
export const TextTracks = ({ tracks }: TextTracksProps) =>
  tracks.map(({ id, kind, language, label, src }) => (
    <track
      key={id}
      kind={kind === 'CAPTIONS' ? 'captions' : 'subtitles'}
      srcLang={language}
      label={label}
      src={src}
    />
  ));
