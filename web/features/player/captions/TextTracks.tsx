import type { ScreenFragment } from '../VideoPlayer.generated.ts';

interface TextTracksProps {
  tracks: NonNullable<ScreenFragment['video']>['tracks'];
}

/** A film's captions and subtitles, for the element that plays it. */
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
