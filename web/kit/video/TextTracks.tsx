/** A `Track` of the API. */
export interface TextTrackSource {
  /** `CAPTIONS` or `SUBTITLES`. */
  readonly kind: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly label: string;
  /** The URL of a WebVTT file. */
  readonly src: string;
}

interface TextTracksProps {
  tracks: readonly TextTrackSource[];
  /** The language whose captions are shown from the start. Default: none, until the reader selects one. */
  shownLanguage?: string | undefined;
}

/** Renders the caption and subtitle tracks of a video element. */
export const TextTracks = ({ tracks, shownLanguage }: TextTracksProps) =>
  tracks.map(({ kind, language, label, src }, index) => (
    <track
      // Two tracks can have all names in common, and URLs change when they are renewed.
      key={index}
      kind={kind === 'CAPTIONS' ? 'captions' : 'subtitles'}
      srcLang={language}
      label={label}
      src={src}
      default={language === shownLanguage || undefined}
    />
  ));
