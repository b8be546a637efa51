import type { VideoStatus } from '../../apollo/schema.generated.ts';

/** What cards and the player say of a film that cannot be played, by the status of its video; `none` without a video. */
export const VIDEO_STATUS_LABELS: Readonly<Record<VideoStatus | 'none', string>> = {
  PREPARING: 'Coming soon',
  ERRORED: 'Unavailable',
  READY: 'Not available right now',
  none: 'No film yet',
};
