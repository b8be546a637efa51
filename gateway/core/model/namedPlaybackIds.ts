import { isObject } from '../validators.ts';

/** The playback id that a document of a video names for its media asset, because an editor chose it. */
export interface NamedPlaybackId {
  readonly asset: string;
  readonly playback: string;
}

/** Returns the playback ids for an asset in a list of `NamedPlaybackId`; other items come from incomplete documents. */
export const playbackIdsFor = (asset: string, named: unknown): readonly string[] =>
  (Array.isArray(named) ? named : []).flatMap((one: unknown) =>
    isObject(one) && one.asset === asset && typeof one.playback === 'string' ? one.playback : [],
  );
