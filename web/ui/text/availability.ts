import type { VideoStatus } from '../../data/schema.generated.ts';
import { formatDate } from '../../lib/text/dates.ts';

/** The labels of a film that cannot be played, in lists and in the player, by the status of its video; `none` without a video. */
export const VIDEO_STATUS_LABELS: Readonly<Record<VideoStatus | 'none', string>> = {
  PREPARING: 'Coming soon',
  ERRORED: 'Unavailable',
  READY: 'Not available right now',
  none: 'No film yet',
};

interface UnreadyFilm {
  /** An ISO date. */
  expectedOn: string | null;
  video: { status: VideoStatus } | null;
}

/** Returns when a film that cannot be played is expected, or else the label of its status. */
export const availabilityOf = ({ expectedOn, video }: UnreadyFilm): string =>
  expectedOn ? `Expected ${formatDate(expectedOn)}` : VIDEO_STATUS_LABELS[video?.status ?? 'none'];
