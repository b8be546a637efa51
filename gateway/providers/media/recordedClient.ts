import type { RequestRecorder } from '../../services/upstream/requestRecorder.ts';
import type { MediaClient } from './client.ts';

/** Creates a client that records each request for a text track. Assets are in memory, so operations do not request them. */
export const createRecordedMediaClient = (client: MediaClient, recorder: RequestRecorder): MediaClient => ({
  ...client,
  textTrack: (playbackId, trackId, token, signal) =>
    recorder.record({ provider: 'media', description: `GET /${playbackId}/text/${trackId}.vtt` }, () =>
      client.textTrack(playbackId, trackId, token, signal),
    ),
});
