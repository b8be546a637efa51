import { isObject } from '../validators.ts';

/**
 * Returns the playback ids that documents of videos name for an asset, because editors chose them.
 * @param named a list of `{asset, playback}`; other items come from incomplete documents
 */
export const playbackIdsFor = (asset: string, named: unknown): readonly string[] =>
  (Array.isArray(named) ? named : []).flatMap((one: unknown) =>
    isObject(one) && one.asset === asset && typeof one.playback === 'string' ? one.playback : [],
  );
