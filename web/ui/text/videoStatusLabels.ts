import type { VideoStatus } from '../../data/schema.generated.ts';

/** The labels of a film that cannot be played, on cards and in the player, by the status of its video; `none` without a video. */
export const VIDEO_STATUS_LABELS: Readonly<Record<VideoStatus | 'none', string>> = {
  PREPARING: 'Coming soon',
  ERRORED: 'Unavailable',
  READY: 'Not available right now',
  none: 'No film yet',
};
